/**
 * Splits an answer by a label: ranks its values, and extracts the columns of each value from a query grouped by the
 * label. One query serves all named values; `split-rest.ts` explains how the others are combined.
 */
import { ownValue } from "@/lib/base/own-value";
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { signalDefinition, listSignalIds, type SignalId } from "@/lib/model/signals/signals";
import type { QueryColumns } from "@/lib/semantic/evaluate/columns";
import { findProvider } from "@/lib/semantic/compile/compile";
import { printPromql, type PromqlExpression } from "@/lib/semantic/compile/promql";
import { buildCounterRate } from "@/lib/semantic/compile/compile-rate";
import { aggregateMetric, type AggregationOptions } from "@/lib/semantic/compile/aggregate-metric";
import { escapeRegex, type SeriesFinder, type QueryContext } from "@/lib/semantic/compile/scope-selectors";

/** Maximum number of label values that a split names, because more colours are not distinguishable. */
export const maxNamedValues = 8;

/** Queries that find the label values with the largest values of a signal. */
export interface LabelValueRanking {
  /** Query for the largest values, with their labels. */
  readonly topValuesQuery: string;
  /** Returns the query for the number of label values, without the excluded values. */
  readonly createValueCountQuery: (excludedValues: readonly string[]) => string;
  readonly rankingRule: string;
}

interface Measure {
  /**
   * Counter by which the values are ranked. A label value whose counter is zero, such as a value without errors, ranks
   * as zero.
   */
  readonly counter?: Extract<Recipe, { kind: "counter" }>;
  readonly ref: MetricRef;
  readonly over: Pick<AggregationOptions, "rangeFunction" | "aggregateOperator"> & {
    readonly nameSuffix?: string;
  };
  readonly rule: string;
}

const counted = { rangeFunction: "increase", aggregateOperator: "sum" } as const;
const level = { rangeFunction: "avg_over_time", aggregateOperator: "sum" } as const;

/** Returns how the size of a label value is measured; undefined if it cannot be measured. */
function measureOf(recipe: Recipe): Measure | undefined {
  switch (recipe.kind) {
    case "histogram":
    case "summary":
      return {
        ref: recipe.metric,
        over: { ...counted, nameSuffix: "_count" },
        rule: "most observations in the window",
      };
    case "mean-only":
      return { ref: recipe.count, over: counted, rule: "most observations in the window" };
    case "counter":
      return (
        recipe.alternatives[0] && {
          ref: recipe.alternatives[0],
          counter: recipe,
          over: counted,
          rule: "largest total in the window",
        }
      );
    case "gauge":
      return { ref: recipe.metric, over: level, rule: "largest mean in the window" };
    case "gauge-ratio":
      return { ref: recipe.denominator, over: level, rule: "largest mean in the window" };
    case "rate-ratio":
      return (
        recipe.denominators[0] && {
          ref: recipe.denominators[0],
          over: counted,
          rule: "largest total in the window",
        }
      );
    case "rate-as-gauge":
      return (
        recipe.metrics[0] && { ref: recipe.metrics[0], over: counted, rule: "largest total in the window" }
      );
    case "spread":
      return recipe.denominator === null
        ? { ref: recipe.numerator, over: level, rule: "largest mean in the window" }
        : { ref: recipe.denominator, over: counted, rule: "largest total in the window" };
    case "not-exposed":
      return undefined;
  }
}

/**
 * Builds the queries that rank the values of `label` by a signal over the last `windowMs`; undefined if the
 * signal has no series.
 */
export function compileLabelRanking(
  signal: SignalId,
  context: QueryContext,
  { label, windowMs }: { readonly label: string; readonly windowMs: number },
): LabelValueRanking | undefined {
  const found = findProvider(signal, context);
  const measure = found && measureOf(found.recipe);
  if (found === undefined || measure === undefined) return undefined;
  const measureExcept = (values: readonly string[]): PromqlExpression | undefined => {
    const finder: SeriesFinder = {
      ...found.finder,
      groupByLabels: [label],
      extraMatchers: [
        ...found.finder.extraMatchers,
        ...(values.length === 0
          ? []
          : [{ label, operator: "!~", value: values.map(escapeRegex).join("|") } as const]),
      ],
    };
    return measure.counter === undefined
      ? aggregateMetric(measure.ref, finder, { ...measure.over, windowMs })
      : buildCounterRate(measure.counter, { finder, windowMs, ...counted });
  };
  const of = measureExcept([]);
  if (of === undefined) return undefined;
  return {
    topValuesQuery: printPromql({ kind: "topk", seriesCount: maxNamedValues, operand: of }),
    createValueCountQuery: (values) =>
      printPromql({ kind: "aggregate", name: "count", by: [], operand: measureExcept(values) ?? of }),
    rankingRule: measure.rule,
  };
}

/** Signals by which a page ranks the label values of an engine. The first signal that the engine reports is used. */
const engineLeaders = ["requests", "ttft", "running"] as const satisfies readonly SignalId[];

/**
 * Returns the signal by which label values are ranked for all panels of a page, so that they name the same
 * values. Returns `signal` if its exporter has no such signal.
 */
export function findRankingSignal(signal: SignalId, context: QueryContext): SignalId {
  const { family } = signalDefinition(signal);
  const candidates: readonly SignalId[] = family === "engine" ? engineLeaders : listSignalIds(family);
  const canRank = (one: SignalId): boolean => {
    const found = findProvider(one, context);
    return found !== undefined && measureOf(found.recipe) !== undefined;
  };
  return candidates.find(canRank) ?? signal;
}

/**
 * Chooses the label values that a panel names, from the largest values of the panel and the largest values of the page,
 * both sorted with the largest first. The page's values have priority. If the panel has none of the page's values, only
 * the panel's values are used, because the label then has a different meaning in this panel.
 */
export function alignNamedValues(
  panelValues: readonly string[],
  pageValues: readonly string[],
): readonly string[] {
  const shared = pageValues.filter((value) => panelValues.includes(value));
  if (shared.length === 0) return panelValues;
  // If the panel has fewer values than can be named, it does not have the page's other values.
  const first = panelValues.length < maxNamedValues ? shared : pageValues;
  return [...first, ...panelValues.filter((value) => !first.includes(value))].slice(0, maxNamedValues);
}

/** Maximum number of named values whose targets are down: half of the names, so that values with data stay visible. */
const maxNamedFailing = maxNamedValues / 2;

/**
 * Adds the label values of targets that are down to the named values. If all colours are used, the added values replace
 * the named values with the smallest numbers.
 */
export function addFailingValues(
  namedValues: readonly string[],
  failingValues: readonly string[],
): readonly string[] {
  const unnamed = failingValues.filter((value) => !namedValues.includes(value));
  const added = unnamed.slice(0, maxNamedFailing);
  const surplus = Math.max(0, namedValues.length + added.length - maxNamedValues);
  if (surplus === 0) return [...namedValues, ...added];
  const replaced = new Set(namedValues.filter((value) => !failingValues.includes(value)).slice(-surplus));
  return [...namedValues.filter((value) => !replaced.has(value)), ...added];
}

/**
 * Returns the rows of a query by label value that have `value`. For `unsplitQuery`, which is not grouped by the label,
 * all rows are returned.
 */
export function selectValueRows(
  columns: QueryColumns,
  { label, value }: { readonly label: string; readonly value: string },
  unsplitQuery?: string,
): QueryColumns {
  return {
    pointCount: columns.pointCount,
    findRows: (promql) =>
      columns
        .findRows(promql)
        .filter(({ labels }) => promql === unsplitQuery || (ownValue(labels, label) ?? "") === value),
  };
}
