/** What a compiled statistic asks for: its queries and how their answers become its numbers. Evaluated in `evaluate.ts`. */
import type { AbsenceReason } from "@/lib/model/reading";
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals";

interface PlanBase {
  readonly signal: SignalId;
  readonly statistic: Statistic;
  /** What would turn the metric on, told when the source has none. */
  readonly flag?: string;
  /** Why the source has no such metric, in a sentence, where more is known than that. */
  readonly whyAbsent?: string;
  /** None of its names was ever seen at the deployment, whose other names were. */
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
  /** `scale` turns bucket edges into canonical units. */
  | (PlanBase & {
      readonly kind: "quantile";
      readonly q: number;
      readonly buckets: string;
      readonly scale: number;
    })
  | (PlanBase & { readonly kind: "mean"; readonly mean: MeanPlan; readonly count: string })
  /** A number that is had as it is: rates, levels, quantiles made elsewhere. */
  | (PlanBase & { readonly kind: "plain"; readonly value: string; readonly scale: number })
  | (PlanBase & {
      readonly kind: "ratio";
      readonly part: string;
      readonly total: string;
      readonly scale: number;
      readonly complement: boolean;
      /** `whole` × window counts what the ratio is over. */
      readonly countsRequests: boolean;
    });

/** Asked of the serving engine itself, not of an exporter beside it. */
export function isOfEngine({ signal }: Pick<SignalPlan, "signal">): boolean {
  return signalDefinition(signal).family === "engine";
}

/** Every query a plan needs, in the order they are shown. */
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
