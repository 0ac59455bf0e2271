/**
 * Splitting an answer by a label: which values are the largest, and each value's columns of a query that kept them apart. One
 * query serves all named values; how the others together are had is said in `split-rest.ts`.
 */
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import { signalDefinition, signalsOf, type SignalId } from "@/lib/model/signals";
import type { Columns } from "./columns";
import { findProvider } from "./compile";
import { printPromql } from "./promql";
import { firstAvailable } from "./compile-rate";
import { aggregateMetric, type Aggregation } from "./aggregate-metric";
import type { Finder, QueryContext } from "./scope-selectors";

/** As many colours as can be told apart. */
export const maxNamedValues = 8;

export interface Ranking {
  /** Answers with the largest values, labelled. */
  readonly top: string;
  /** Answers with how many values there are. */
  readonly count: string;
  readonly rule: string;
}

interface Measure {
  /** The first that a value has, zeros included: a team without a failure has none of a thing that others have. */
  readonly alternatives?: readonly MetricRef[];
  readonly ref: MetricRef;
  readonly over: Pick<Aggregation, "call" | "aggregate"> & { readonly suffix?: string };
  readonly rule: string;
}

const counted = { call: "increase", aggregate: "sum" } as const;
const level = { call: "avg_over_time", aggregate: "sum" } as const;

/** What a value's size is measured by; undefined where nothing can be. */
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
      return { ref: recipe.metric, over: level, rule: "largest mean of the window" };
    case "level-ratio":
      return { ref: recipe.total, over: level, rule: "largest mean of the window" };
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
        ? { ref: recipe.part, over: level, rule: "largest mean of the window" }
        : { ref: recipe.total, over: counted, rule: "largest total in the window" };
    case "not-exposed":
      return undefined;
  }
}

/** How the values of `label` are ranked for a signal over the last `windowMs`; undefined where the signal has no series. */
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

/** What an engine's values are ranked by on a whole page: the first of these that it tells. */
const engineLeaders = ["requests", "ttft", "running"] as const satisfies readonly SignalId[];

/**
 * The signal that ranks the values of a label for every panel of a page, so that all name the same ones; `signal` itself where
 * nothing of its family can.
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
 * The values a panel names, of its own largest and the page's, both largest first: the page's where it has any of them, filled up
 * with its own; its own where they are other things than the page's by the same label.
 */
export function alignNames(panelValues: readonly string[], pageValues: readonly string[]): readonly string[] {
  const shared = pageValues.filter((value) => panelValues.includes(value));
  if (shared.length === 0) return panelValues;
  // Fewer than could be named are all there are: of the page's it has no others.
  const first = panelValues.length < maxNamedValues ? shared : pageValues;
  return [...first, ...panelValues.filter((value) => !first.includes(value))].slice(0, maxNamedValues);
}

/** The rows of one value, as if nothing else had been asked. */
export function columnsOf(columns: Columns, label: string, value: string): Columns {
  return {
    pointCount: columns.pointCount,
    rows: (promql) => columns.rows(promql).filter(({ labels }) => (labels[label] ?? "") === value),
  };
}
