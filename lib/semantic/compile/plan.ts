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
  readonly flag?: string;
  /** A sentence that explains why the source does not have the metric, when the reason is known. */
  readonly whyAbsent?: string;
  /** None of its names was ever observed at the deployment, although other names were. */
  readonly isNeverObserved?: true;
}

export interface AbsentPlan extends PlanBase {
  readonly kind: "absent";
  readonly reason: AbsenceReason;
  readonly detail: string;
}

export type MeanPlan =
  | {
      readonly kind: "sum-over-count";
      readonly sum: string;
      readonly count: string;
      readonly scale: number;
    }
  | {
      readonly kind: "recipe";
      readonly numerator: string;
      readonly minuend: string;
      readonly subtrahend: string;
    };

export type SignalPlan =
  | AbsentPlan
  /** `scale` converts bucket edges into canonical units. */
  | (PlanBase & {
      readonly kind: "quantile";
      readonly q: number;
      readonly buckets: string;
      readonly scale: number;
    })
  | (PlanBase & { readonly kind: "mean"; readonly mean: MeanPlan; readonly count: string })
  /** A value used without further computation: a rate, a gauge, or a quantile computed by the engine. */
  | (PlanBase & { readonly kind: "plain"; readonly value: string; readonly scale: number })
  | (PlanBase & {
      readonly kind: "ratio";
      readonly part: string;
      readonly total: string;
      readonly scale: number;
      readonly complement: boolean;
      /** `total` × window is the number of events behind the ratio. */
      readonly countsRequests: boolean;
    });

/** Returns whether the signal is reported by the serving engine, not by an exporter. */
export function isOfEngine({ signal }: Pick<SignalPlan, "signal">): boolean {
  return signalDefinition(signal).family === "engine";
}

/** Returns the queries of a plan in display order. */
export function queriesOf(plan: SignalPlan): readonly string[] {
  switch (plan.kind) {
    case "absent":
      return [];
    case "quantile":
      return [plan.buckets];
    case "mean":
      return plan.mean.kind === "sum-over-count"
        ? [plan.mean.sum, plan.mean.count]
        : [plan.mean.numerator, plan.mean.minuend, plan.mean.subtrahend, plan.count];
    case "plain":
      return [plan.value];
    case "ratio":
      return [plan.part, plan.total];
  }
}
