/**
 * Queries for the exact increase of a signal's counters in blocks of time, and for what would make it inexact.
 *
 *     scrapes   |  ·   ·   ·  |  ·   ·   ·  |     increase of a block = last sample before its end
 *     blocks    └──── 1 ──────┴──── 2 ──────┘                         − last sample before its start
 *
 * Unlike `increase()`, nothing is extrapolated, so the blocks of a window add up to the increase of the window. The
 * series of a histogram are added at each edge, and their difference is computed from the results, because Prometheus
 * needs three times as long to subtract series as to add them. The difference of other counters is taken per series and
 * then aggregated like every other statistic. A difference is wrong after a counter reset, and incomplete when a series
 * has no sample at one of the edges. Separate queries detect both.
 */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import type { AbsenceReason } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals/signals";
import { aggregateMetric, type AggregationOptions } from "./aggregate-metric";
import type { WindowEdgeCall } from "./range-calls";
import { buildCounterRate } from "./compile-rate";
import { findProvider } from "./compile";
import { getRequestCounterRecipe } from "./counter-fallback";
import { processLabels } from "./process-matching";
import { printPromql, type PromqlExpression } from "./promql";
import { buildRatioDenominator, listLayerRequestCounters } from "./ratio-denominator";
import { findSeriesSelectors, type QueryContext, type SeriesFinder } from "./scope-selectors";

/** Length of the time blocks, and how old a sample at an edge may be. */
export interface BlockTiming {
  readonly blockMs: number;
  /** Maximum age of the sample at a block edge; at least one sample spacing. */
  readonly lookbackMs: number;
}

/**
 * Measured number of a time block. `buckets`: observations up to each bucket edge. `sum` and `weight`: their quotient
 * is the mean. `count`: observations of a signal without buckets. `value`: increase of a counter. `denominator-requests`: increase
 * of the requests by which the events of a counter are divided, if the signal `requests` does not count these requests.
 */
export type BlockOperandName = "buckets" | "sum" | "weight" | "count" | "value" | "denominator-requests";

/** Selector of raw counter series, and whether their increases are added or subtracted. */
export interface RawTerm {
  readonly selectorPromql: string;
  readonly sign: 1 | -1;
}

/** Query for one operand of a signal in time blocks. */
export interface BlockOperand {
  readonly name: BlockOperandName;
  /** Query for the number at each point, over all series. */
  readonly query: string;
  /**
   * `counter`: the number is the value of the counter at the point. `increase`: it is the increase in the block that
   * ends at the point.
   */
  readonly resultKind: "counter" | "increase";
  /**
   * Series from whose samples the increase in a block with a reset is computed. Null if only the query combines the
   * series correctly.
   */
  readonly rawTerms: readonly RawTerm[] | null;
}

/**
 * Queries that find series with a counter reset or missing samples in a time block. Points without series
 * have no row.
 */
export interface ContinuityQueries {
  /** Query for the number of series of each process that have a sample at the end of the block. */
  readonly endCountQuery: string;
  /** Query for the number of series that have samples at both edges of the block. */
  readonly bothEdgesCountQuery: string;
  /** Query for the largest number of resets of one series, in the block or shortly before it. */
  readonly resetsQuery: string;
}

/** Queries for a signal's increases in time blocks, or the reason why it is absent. */
export type SignalBlockPlan =
  | {
      readonly kind: "blocks";
      readonly signal: SignalId;
      /** Factor from observations to the signal's canonical unit. */
      readonly scale: number;
      readonly operands: readonly BlockOperand[];
      readonly continuity: readonly ContinuityQueries[];
      /** Continuity queries for the operand `denominator-requests`; absent if the plan has no such operand. */
      readonly denominatorRequestsContinuity?: readonly ContinuityQueries[];
      /** Labels that only distinguish copies of a series. */
      readonly copyLabels: readonly string[];
      /** Why the signal has no buckets, as a sentence. */
      readonly bucketsAbsentReason?: string;
    }
  | {
      readonly kind: "absent";
      readonly signal: SignalId;
      readonly reason: AbsenceReason;
      readonly detail: string;
    };

type PresentPlan = Extract<SignalBlockPlan, { kind: "blocks" }>;
type RecipeOf<K extends Recipe["kind"]> = Extract<Recipe, { kind: K }>;

const nativeReason =
  "The metric is a native histogram. Baselines store its number and sum of observations, but not its buckets.";
const noSeriesReason = "The deployment has no label selector, so its series cannot be queried.";

/**
 * Plans the queries for a latency, a length or a counter in time blocks. Gauges have no increases and are
 * absent.
 */
export function compileBlocks(signal: SignalId, context: QueryContext, timing: BlockTiming): SignalBlockPlan {
  const provider = findProvider(signal, context);
  if (provider === undefined) return absentPlan(signal, "metric-absent", "No exporter reports this signal.");
  const { recipe, finder } = provider;
  const parts = { signal, finder, timing };
  switch (recipe.kind) {
    case "histogram":
      return planHistogram(recipe, parts);
    case "summary":
      return planMean(
        { sum: [recipe.metric, "_sum"], count: [recipe.metric, "_count"], scale: recipe.scale ?? 1 },
        "The engine reports quantiles without buckets, which cannot be merged or compared.",
        parts,
      );
    case "mean-only":
      return planMean(
        { sum: [recipe.sum, ""], count: [recipe.count, ""], scale: recipe.scale },
        recipe.percentilesAbsentReason,
        parts,
      );
    case "counter":
      return planCounter(recipe, { ...parts, context });
    case "not-exposed":
      return absentPlan(signal, "not-exposed", recipe.reason);
    default:
      return absentPlan(signal, "not-exposed", "This signal is not a counter or a histogram.");
  }
}

function absentPlan(signal: SignalId, reason: AbsenceReason, detail: string): SignalBlockPlan {
  return { kind: "absent", signal, reason, detail };
}

interface PlanParts {
  readonly signal: SignalId;
  readonly finder: SeriesFinder;
  readonly timing: BlockTiming;
}

/** A metric with the suffix of one of its series. */
type Counted = readonly [ref: MetricRef, suffix: string];

function planHistogram(
  { metric, mean, scale = 1 }: RecipeOf<"histogram">,
  parts: PlanParts,
): SignalBlockPlan {
  const { signal, finder } = parts;
  if (finder.findNativeHistograms(metric, "_bucket").length > 0)
    return planMean({ sum: [metric, "_sum"], count: [metric, "_count"], scale }, nativeReason, parts);
  const buckets = operandOf("buckets", [[metric, "_bucket"]], parts);
  const sum = operandOf("sum", [mean === undefined ? [metric, "_sum"] : [mean.numerator, ""]], parts);
  const weight =
    mean === undefined
      ? []
      : operandOf(
          "weight",
          [
            [mean.minuend, ""],
            [mean.subtrahend, ""],
          ],
          parts,
        );
  if (buckets.length === 0 || sum.length === 0) return absentPlan(signal, "metric-absent", noSeriesReason);
  return {
    kind: "blocks",
    signal,
    scale,
    operands: [...buckets, ...sum, ...weight],
    continuity: continuityOf([metric, "_count"], parts),
    copyLabels: foldedLabels(metric, finder),
  };
}

interface MeanSource {
  readonly sum: Counted;
  readonly count: Counted;
  readonly scale: number;
}

function planMean(
  { sum, count, scale }: MeanSource,
  bucketsAbsentReason: string,
  parts: PlanParts,
): SignalBlockPlan {
  const operands = [...operandOf("sum", [sum], parts), ...operandOf("count", [count], parts)];
  if (operands.length < 2) return absentPlan(parts.signal, "metric-absent", noSeriesReason);
  const copyLabels = foldedLabels(sum[0], parts.finder);
  const continuity = continuityOf(count, parts);
  return {
    kind: "blocks",
    signal: parts.signal,
    scale,
    operands,
    continuity,
    copyLabels,
    bucketsAbsentReason,
  };
}

function planCounter(
  recipe: RecipeOf<"counter">,
  parts: PlanParts & { readonly context: QueryContext },
): SignalBlockPlan {
  const { signal, finder, timing } = parts;
  const { alternatives, addedCounters = [], scale = 1 } = recipe;
  const rate = buildCounterRate(recipe, {
    finder,
    windowMs: timing.blockMs,
    rangeFunction: edgesOf("difference", timing),
  });
  if (rate === undefined) return absentPlan(signal, "metric-absent", noSeriesReason);
  const refs = [...alternatives, ...addedCounters];
  const [ref] = refs;
  const layerRequests = planLayerRequests(recipe, parts);
  const isSingle = refs.length === 1 && recipe.countingTargetSeries === undefined && ref !== undefined;
  return {
    kind: "blocks",
    signal,
    scale,
    operands: [
      {
        name: "value",
        query: printPromql(rate),
        resultKind: "increase",
        rawTerms: isSingle ? rawTermsOf([ref, ""], 1, finder) : null,
      },
      ...(layerRequests?.operands ?? []),
    ],
    ...(layerRequests === null ? {} : { denominatorRequestsContinuity: layerRequests.continuity }),
    continuity: refs.flatMap((each) => continuityOf([each, ""], parts)),
    copyLabels: ref === undefined ? [] : foldedLabels(ref, finder),
  };
}

/**
 * Plans the operand `denominator-requests`: the requests at the layer that counts the events. Null if the signal `requests` counts
 * these requests.
 */
function planLayerRequests(
  recipe: RecipeOf<"counter">,
  parts: PlanParts & { readonly context: QueryContext },
): { readonly operands: readonly BlockOperand[]; readonly continuity: readonly ContinuityQueries[] } | null {
  const { finder, timing, context } = parts;
  const requests = getRequestCounterRecipe(context);
  const attemptRefs = listLayerRequestCounters(recipe);
  if (attemptRefs.length === 0 || requests.kind !== "counter") return null;
  const layerRequests = buildRatioDenominator(recipe, requests, {
    finder,
    windowMs: timing.blockMs,
    rangeFunction: edgesOf("difference", timing),
  });
  if (layerRequests === undefined) return null;
  return {
    operands: [
      {
        name: "denominator-requests",
        query: printPromql(layerRequests),
        resultKind: "increase",
        rawTerms: null,
      },
    ],
    continuity: [...attemptRefs, ...requests.alternatives].flatMap((ref) => continuityOf([ref, ""], parts)),
  };
}

/** Returns the first term minus the second; empty when one of them has no series. */
function operandOf(
  name: BlockOperandName,
  terms: readonly [Counted] | readonly [Counted, Counted],
  { finder, timing }: PlanParts,
): readonly BlockOperand[] {
  const rawTerms = terms.map((term, index) => rawTermsOf(term, index === 0 ? 1 : -1, finder));
  // If a query decides which series count, these may be different series at the two edges of a block.
  const isAddition = rawTerms.every((each) => each !== null);
  const [lhs, rhs] = terms.map(([ref, suffix]) =>
    aggregateMetric(ref, finder, {
      rangeFunction: edgesOf(isAddition ? "end" : "difference", timing),
      windowMs: timing.blockMs,
      aggregateOperator: "sum",
      nameSuffix: suffix,
      ...(name === "buckets" ? { groupByLabels: ["le"] } : {}),
    }),
  );
  if (lhs === undefined || (terms.length === 2 && rhs === undefined)) return [];
  const query: PromqlExpression = rhs === undefined ? lhs : { kind: "binary", operator: "-", lhs, rhs };
  return [
    {
      name,
      query: printPromql(query),
      resultKind: isAddition ? "counter" : "increase",
      rawTerms: isAddition ? rawTerms.flat() : null,
    },
  ];
}

/**
 * Returns the series of a metric. Null if only a query can decide which of the series count: if several names exist, if
 * processes are matched by other series, or for native histograms.
 */
function rawTermsOf([ref, suffix]: Counted, sign: 1 | -1, finder: SeriesFinder): readonly RawTerm[] | null {
  const isDecidedByQuery =
    ref.namesCoexist === true || ref.matchedBy === "process" || ref.disabledIfZeroDespite !== undefined;
  const series = findSeriesSelectors(ref, finder, suffix);
  const isNative = series.some(({ nativeHistogramPart }) => nativeHistogramPart !== undefined);
  const names = new Set(series.map(({ metric }) => metric));
  if (isDecidedByQuery || isNative || names.size > 1) return null;
  return series.map((one) => ({ selectorPromql: printPromql(one), sign }));
}

function continuityOf(
  [ref, nameSuffix]: Counted,
  { finder, timing }: PlanParts,
): readonly ContinuityQueries[] {
  const { blockMs, lookbackMs } = timing;
  const query = (options: Omit<AggregationOptions, "nameSuffix">) =>
    aggregateMetric(ref, finder, { ...options, nameSuffix });
  const counted = { windowMs: blockMs, aggregateOperator: "count" } as const;
  const groupByLabels = processLabels.filter((label) => !finder.groupByLabels.includes(label));
  const end = query({ ...counted, rangeFunction: edgesOf("end", timing), groupByLabels });
  const throughout = query({ ...counted, rangeFunction: edgesOf("difference", timing) });
  // The sample at the start of the block may be as old as the lookback.
  const resets = query({
    rangeFunction: "resets",
    windowMs: blockMs + lookbackMs,
    aggregateOperator: "max",
  });
  return end === undefined || throughout === undefined || resets === undefined
    ? []
    : [
        {
          endCountQuery: printPromql(end),
          bothEdgesCountQuery: printPromql(throughout),
          resetsQuery: printPromql(resets),
        },
      ];
}

function edgesOf(edge: WindowEdgeCall["edge"], { lookbackMs }: BlockTiming): WindowEdgeCall {
  return { edge, lookbackMs };
}

function foldedLabels({ duplicateLabels = [] }: MetricRef, { copyLabels }: SeriesFinder): readonly string[] {
  return [...duplicateLabels, ...copyLabels];
}

/** Returns all range queries of a block plan. */
export function listBlockQueries({
  operands,
  continuity,
  denominatorRequestsContinuity = [],
}: PresentPlan): readonly string[] {
  return [
    ...operands.map(({ query }) => query),
    ...[...continuity, ...denominatorRequestsContinuity].flatMap((one) => [
      one.endCountQuery,
      one.bothEdgesCountQuery,
      one.resetsQuery,
    ]),
  ];
}
