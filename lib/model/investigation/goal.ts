/** The goal of an investigation as one measurable target, and the values that must not worsen. */
import { listComparedStatistics, type ComparedStatistic } from "@/lib/model/comparison/compared-statistic";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";

/** Statistic of a signal, such as the p95 of TTFT. */
export interface MeasuredValue {
  readonly signal: SignalId;
  readonly statistic: ComparedStatistic;
}

/** Measurable target of an investigation. Values are in the unit of the signal. */
export type Goal = MeasuredValue &
  (
    | { readonly kind: "at-most"; readonly value: number }
    | { readonly kind: "at-least"; readonly value: number }
    /** Change from the baseline: −0.3 is a decrease by 30 %. */
    | { readonly kind: "change"; readonly changeRatio: number }
  );

/** Limit of how much a fix may worsen a value, as a ratio to the baseline. */
export interface WorseningLimit extends MeasuredValue {
  readonly maxWorseningRatio: number;
}

/** Limit of the cost: GPUs × price of a GPU hour ÷ output tokens of the window. */
export interface CostCondition {
  /** Price of a million output tokens. */
  readonly maxPerMillionTokens: number;
  readonly currency: string;
}

/** A condition that no signal measures, such as "no customer complaints". A person confirms it. */
export interface StatedCondition {
  readonly text: string;
}

/**
 * Condition of a goal: a signal or cost that must not become worse, or a statement that a person confirms.
 */
export type Condition =
  | ({ readonly kind: "signal" } & WorseningLimit)
  | ({ readonly kind: "cost" } & CostCondition)
  | ({ readonly kind: "stated" } & StatedCondition);

/** Verdicts on a goal. */
export const goalVerdicts = ["met", "not-met", "cannot-tell"] as const;
/** Verdict on a goal: met, not met, or not known. */
export type GoalVerdict = (typeof goalVerdicts)[number];

/** Returns why the signal and statistic cannot be measured, as a sentence; null if they can. */
export function measuredValueError({ signal, statistic }: MeasuredValue): string | null {
  const available = listComparedStatistics(signal);
  if (available.includes(statistic)) return null;
  const { title } = signalDefinition(signal);
  return `${statistic} is not a statistic of “${title}”. Available: ${available.join(", ")}.`;
}

/** Returns why the goal cannot be measured, as a sentence; null if it can. */
export function goalError(goal: Goal): string | null {
  const error = measuredValueError(goal);
  if (error !== null) return error;
  if (goal.kind !== "change") return goal.value < 0 ? "The value must not be negative." : null;
  if (goal.changeRatio === 0) return "The change must not be 0.";
  return goal.changeRatio < -1 ? "A value cannot decrease by more than 100 %." : null;
}
