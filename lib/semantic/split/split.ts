/**
 * Splits an answer by a label: ranks its values, and extracts the columns of each value from a query grouped by the
 * label. One query serves all named values; `split-rest.ts` explains how the others are combined.
 */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { signalDefinition, signalsOf, type SignalId } from "@/lib/model/signals/signals";
import type { Columns } from "@/lib/semantic/evaluate/columns";
import { findProvider } from "@/lib/semantic/compile/compile";
import { printPromql } from "@/lib/semantic/compile/promql";
import { firstAvailable } from "@/lib/semantic/compile/compile-rate";
import { aggregateMetric, type Aggregation } from "@/lib/semantic/compile/aggregate-metric";
import type { Finder, QueryContext } from "@/lib/semantic/compile/scope-selectors";

/** Number of colours that remain distinguishable. */
export const maxNamedValues = 8;

export interface Ranking {
  /** Query for the largest values, with their labels. */
  readonly top: string;
  /** Query for the number of values. */
  readonly count: string;
  readonly rule: string;
}

interface Measure {
  /** The first alternative with data, including zeros: a value without errors ranks as zero. */
  readonly alternatives?: readonly MetricRef[];
  readonly ref: MetricRef;
  readonly over: Pick<Aggregation, "call" | "aggregate"> & { readonly suffix?: string };
  readonly rule: string;
}

const counted = { call: "increase", aggregate: "sum" } as const;
const level = { call: "avg_over_time", aggregate: "sum" } as const;

/** Returns how a value's size is measured; undefined when it cannot be. */
function measureOf(recipe: Recipe): Measure | undefined {
  switch (recipe.kind) {
    case "histogram":
    case "summary":
      return {
        ref: recipe.metric,
        over: { ...counted, suffix: "_count" },
        rule: "most observations in the window",
      };
    case "mean-only":
      return { ref: recipe.count, over: counted, rule: "most observations in the window" };
    case "counter":
      return (
        recipe.alternatives[0] && {
          ref: recipe.alternatives[0],
          alternatives: recipe.alternatives,
          over: counted,
          rule: "largest total in the window",
        }
      );
    case "gauge":
      return { ref: recipe.metric, over: level, rule: "largest mean in the window" };
    case "level-ratio":
      return { ref: recipe.total, over: level, rule: "largest mean in the window" };
    case "rate-ratio":
      return (
        recipe.totals[0] && { ref: recipe.totals[0], over: counted, rule: "largest total in the window" }
      );
    case "rate-level":
      return (
        recipe.metrics[0] && { ref: recipe.metrics[0], over: counted, rule: "largest total in the window" }
      );
    case "spread":
      return recipe.total === null
        ? { ref: recipe.part, over: level, rule: "largest mean in the window" }
        : { ref: recipe.total, over: counted, rule: "largest total in the window" };
    case "not-exposed":
      return undefined;
  }
}

/**
 * Returns the queries that rank the values of `label` for a signal over the last `windowMs`; undefined when the
 * signal has no series.
 */
export function compileRanking(
  signal: SignalId,
  context: QueryContext,
  { label, windowMs }: { readonly label: string; readonly windowMs: number },
): Ranking | undefined {
  const found = findProvider(signal, context);
  const measure = found && measureOf(found.recipe);
  if (found === undefined || measure === undefined) return undefined;
  const finder: Finder = { ...found.finder, by: [label] };
  const of =
    measure.alternatives === undefined
      ? aggregateMetric(measure.ref, finder, { ...measure.over, windowMs })
      : firstAvailable(measure.alternatives, { finder, windowMs, ...counted });
  if (of === undefined) return undefined;
  return {
    top: printPromql({ kind: "topk", count: maxNamedValues, of }),
    count: printPromql({ kind: "aggregate", name: "count", by: [], of }),
    rule: measure.rule,
  };
}

/** Signals by which a page ranks the values of an engine: the first one that the engine reports. */
const engineLeaders = ["requests", "ttft", "running"] as const satisfies readonly SignalId[];

/**
 * Returns the signal that ranks the label's values for every panel of a page, so that all panels name the same
 * values. Returns `signal` itself when its family has no such signal.
 */
export function leadingSignal(signal: SignalId, context: QueryContext): SignalId {
  const { family } = signalDefinition(signal);
  const candidates: readonly SignalId[] = family === "engine" ? engineLeaders : signalsOf(family);
  const canRank = (one: SignalId): boolean => {
    const found = findProvider(one, context);
    return found !== undefined && measureOf(found.recipe) !== undefined;
  };
  return candidates.find(canRank) ?? signal;
}

/**
 * Returns the values that a panel names, given its largest values and the page's, both largest first. The page's
 * values have priority when the panel has any of them, followed by other values of the panel. Otherwise the label
 * means something else here, and only the panel's values are used.
 */
export function alignNames(panelValues: readonly string[], pageValues: readonly string[]): readonly string[] {
  const shared = pageValues.filter((value) => panelValues.includes(value));
  if (shared.length === 0) return panelValues;
  // The panel has fewer values than can be named, so it lacks the page's other values.
  const first = panelValues.length < maxNamedValues ? shared : pageValues;
  return [...first, ...panelValues.filter((value) => !first.includes(value))].slice(0, maxNamedValues);
}

/** Returns the rows of one value, as for an unsplit query. */
export function columnsWithLabel(columns: Columns, label: string, value: string): Columns {
  return {
    pointCount: columns.pointCount,
    rows: (promql) => columns.rows(promql).filter(({ labels }) => (labels[label] ?? "") === value),
  };
}
