/**
 * A compiled statistic: its queries and how to compute its numbers from their responses. Evaluated in `evaluate.ts`.
 */
import type { AbsenceReason } from "@/lib/model/reading";
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";

interface PlanBase {
  readonly signal: SignalId;
  readonly statistic: Statistic;
  /** How to enable the metric, displayed when the source does not have it. */
  readonly howToEnable?: string;
  /** A sentence that explains why the source does not have the metric, when the reason is known. */
  readonly whyAbsent?: string;
  /**
   * A sentence that states why the number of events is unknown: the targets respond, but nothing shows that they count
   * these events.
   */
  readonly whyNotCounted?: string;
  /** True if none of the metric's names was ever observed at the deployment, although other names were. */
  readonly isNeverObserved?: true;
  /** True if the statistic is read from gauges, which exist before the first request. */
  readonly readsGauge?: true;
}

/** Plan of a signal that the deployment cannot report, with the reason. */
export interface AbsentPlan extends PlanBase {
  readonly kind: "absent";
  readonly reason: AbsenceReason;
  readonly detail: string;
}

/**
 * Queries of a mean: sum ÷ count of one histogram, or numerator ÷ (minuend − subtrahend) of several
 * counters.
 */
export type MeanPlan =
  | {
      readonly kind: "sum-over-count";
      readonly sumQuery: string;
      readonly countQuery: string;
      readonly scale: number;
    }
  | {
      readonly kind: "sum-over-difference";
      readonly numeratorQuery: string;
      readonly minuendQuery: string;
      readonly subtrahendQuery: string;
    };

/**
 * Histogram of the observations that a mean summarises. If percentiles are queried too, it limits the mean
 * to possible values.
 */
export interface MeanLimitBuckets {
  readonly bucketsQuery: string;
  /** Factor from the unit of the edges to the canonical unit. */
  readonly scale: number;
  /** Whether each observation has the same weight in the mean as in the histogram. */
  readonly hasEqualWeights: boolean;
}

/** Queries for one statistic of a signal, and how their results are combined. */
export type SignalPlan =
  | AbsentPlan
  /** `scale` converts bucket edges into canonical units. */
  | (PlanBase & {
      readonly kind: "quantile";
      readonly quantile: number;
      readonly bucketsQuery: string;
      readonly scale: number;
    })
  | (PlanBase & {
      readonly kind: "mean";
      readonly mean: MeanPlan;
      readonly countQuery: string;
      /** Present when percentiles of the same observations are read as well. They limit the mean. */
      readonly buckets?: MeanLimitBuckets;
    })
  /** A value used without further computation: a rate, a gauge, or a quantile computed by the engine. */
  | (PlanBase & {
      readonly kind: "plain";
      readonly valueQuery: string;
      readonly scale: number;
      /** Rate of the observations, for a quantile of a summary. Without observations, the quantile is not a number. */
      readonly countQuery?: string;
    })
  | (PlanBase & {
      readonly kind: "ratio";
      readonly numeratorQuery: string;
      readonly denominatorQuery: string;
      readonly scale: number;
      /** True if the value is 1 minus the ratio. */
      readonly isComplement: boolean;
      /**
       * True if the denominator does not have the label of the split, so that every label value is divided by the
       * requests of the deployment.
       */
      readonly isDenominatorUnsplit?: true;
      /**
       * True if the denominator is a rate of requests: `denominatorQuery` × window is then the number of requests
       * behind the ratio.
       */
      readonly isRatioToRequests: boolean;
    });

/** Returns whether the signal is reported by the serving engine, not by an exporter. */
function isEngineSignal({ signal }: Pick<SignalPlan, "signal">): boolean {
  return signalDefinition(signal).family === "engine";
}

/**
 * Returns whether the series are from the engine, which may expose them only after its first request, and
 * whether they are gauges.
 */
export function classifySeries(plan: Pick<SignalPlan, "signal" | "readsGauge">): {
  readonly isEngineSeries: boolean;
  readonly isGauge: boolean;
} {
  return { isEngineSeries: isEngineSignal(plan), isGauge: plan.readsGauge === true };
}

/** Series that a statistic is computed from, in display order. */
const operands = [
  "buckets",
  "value",
  "numerator",
  "denominator",
  "minuend",
  "subtrahend",
  "sum",
  "count",
] as const;
/** Purpose of one query in the plan of a statistic, such as numerator or buckets. */
export type OperandName = (typeof operands)[number];

/** Returns the operands of a plan with their queries. */
export function listOperandQueries(plan: SignalPlan): readonly (readonly [OperandName, string])[] {
  if (plan.kind === "absent") return [];
  const queries: Partial<Record<`${OperandName}Query`, string>> =
    plan.kind === "mean" ? { ...plan.mean, countQuery: plan.countQuery } : plan;
  return operands.flatMap((operand) => {
    const promql = queries[`${operand}Query`];
    return promql === undefined ? [] : [[operand, promql] as const];
  });
}

/** Returns the queries of a plan in display order. */
export function listPlanQueries(plan: SignalPlan): readonly string[] {
  return listOperandQueries(plan).map(([, promql]) => promql);
}
