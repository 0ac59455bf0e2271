/** The verdict on a goal or a condition with its numbers, and the reasons for a missing verdict. */
import type { PercentileBucket } from "@/lib/analysis/goals/possible-range";
import type { GateEstimate, GateIssue, RuleResult, UndecidedReason } from "@/lib/model/gate/gate-result";
import type { Condition, Goal, GoalVerdict } from "@/lib/model/investigation/goal";

/** Reason why a goal has no baseline to compare with. */
export type MissingBaseline =
  /** The investigation has no baseline, or the caller may not read it. */
  | { readonly kind: "no-baseline" }
  /** The capture of the baseline failed, or is not complete yet. */
  | { readonly kind: "no-document" }
  | { readonly kind: "other-deployment"; readonly title: string };

/** Reason why a goal or condition cannot be judged. */
export type GoalReason =
  | UndecidedReason
  | MissingBaseline
  /** The target is inside the bucket of the percentile, and the percentile can have any value in this bucket. */
  | { readonly kind: "resolution"; readonly bucket: PercentileBucket }
  /** Facts that prevent a verdict; at least one. */
  | { readonly kind: "issues"; readonly issues: readonly GateIssue[] }
  /** The cost needs the price of a GPU hour, which no person and no file has entered. */
  | { readonly kind: "no-price" }
  /** The price of a GPU hour is in another currency than the limit. */
  | { readonly kind: "other-currency"; readonly currency: string }
  /** Neither metrics nor the setting report the number of GPUs. */
  | { readonly kind: "no-gpu-count" }
  /** No signal measures the condition. */
  | { readonly kind: "stated" }
  /** Higher values of the signal are neither better nor worse. */
  | { readonly kind: "no-direction" };

/** The number of GPUs and their price, from which a cost was computed. */
export interface CostBasis {
  readonly acceleratorCount: number;
  readonly pricePerAcceleratorHour: number;
  readonly currency: string;
}

/** Relative change with its confidence interval. */
export interface RelativeInterval {
  readonly value: number;
  /** 95 % interval; null is unbounded. */
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Verdict on one target (a goal or a condition), with the measured value and the value of the baseline. */
export interface JudgedTarget {
  readonly verdict: GoalVerdict;
  /** Measured value with its interval; null if it could not be measured. */
  readonly measured: GateEstimate | null;
  /** Value of the baseline with its interval; null if the target is not compared with a baseline. */
  readonly baseline: GateEstimate | null;
  /** Change relative to the baseline. For a condition, a positive change is worse. Null without a comparison. */
  readonly change: RelativeInterval | null;
  /** The target in the unit of the signal, or as a relative change. Null for a stated condition. */
  readonly limit: number | null;
  /**
   * Distance from the interval's worse end to the limit, relative to the target or to the baseline. It is positive if the
   * complete interval is on the good side, and null if that end is unbounded or the target is 0.
   */
  readonly marginRatio: number | null;
  /** Null for the verdicts "met" and "not met". */
  readonly reason: GoalReason | null;
  /** Result of the gate's rule by which a condition with a signal was judged. */
  readonly rule: RuleResult | null;
  /** Null if no cost was computed. */
  readonly cost: CostBasis | null;
  /** True if the values are totals divided by the number of ready instances. */
  readonly isPerInstance?: true;
}

/** Verdict of the goal itself. */
export interface JudgedGoal extends JudgedTarget {
  readonly kind: "goal";
  readonly goal: Goal;
}

/** Verdict of one condition of the goal. */
export interface JudgedCondition extends JudgedTarget {
  readonly kind: "condition";
  readonly condition: Condition;
}

/** The goal or one of its conditions, with its verdict. */
export type GoalPart = JudgedGoal | JudgedCondition;

const unmeasured = {
  measured: null,
  baseline: null,
  change: null,
  limit: null,
  marginRatio: null,
  rule: null,
  cost: null,
} as const;

/** Returns a target that cannot be judged: the verdict "cannot tell", no values, and the reason. */
export function createUndecidedTarget(reason: GoalReason): JudgedTarget {
  return { ...unmeasured, verdict: "cannot-tell", reason };
}
