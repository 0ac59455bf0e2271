/**
 * The limits that a watch checks: the target of the goal, and the largest worsening of each condition as a value. Targets
 * relative to the baseline are computed from its value, so that later windows need no baseline.
 */
import { smallestErrorRatio } from "@/lib/model/gate/gate-rule";
import type { Goal, MustNotWorsen } from "@/lib/model/investigation/goal";
import { signalDefinition } from "@/lib/model/signals/signals";

/**
 * Absolute limit of a goal or condition: the largest or smallest accepted value, in the unit of the signal.
 */
export type WatchLimit = Exclude<Goal, { kind: "change" }>;

interface CheckedPart {
  readonly baseline: { readonly value: number } | null;
}

/** The goal and its conditions that signals measure, each with the result of its check. */
interface CheckedTargets {
  readonly goal: readonly [Goal, CheckedPart];
  readonly conditions: readonly (readonly [MustNotWorsen, CheckedPart])[];
}

/**
 * Returns the absolute limits, with that of the goal first. A relative target is converted with the
 * baseline's value, and has no limit if the baseline has no value.
 */
export function listWatchLimits({ goal, conditions }: CheckedTargets): readonly WatchLimit[] {
  return [limitOfGoal(...goal), ...conditions.map((one) => limitOfCondition(...one))].flatMap(
    (limit) => limit ?? [],
  );
}

function limitOfGoal(goal: Goal, { baseline }: CheckedPart): WatchLimit | null {
  const { kind, signal, statistic } = goal;
  if (kind !== "change") return { kind, signal, statistic, value: goal.value };
  if (baseline === null) return null;
  const value = baseline.value * (1 + goal.changeRatio);
  return { kind: goal.changeRatio < 0 ? "at-most" : "at-least", signal, statistic, value };
}

function limitOfCondition(
  { signal, statistic, maxWorseningRatio }: MustNotWorsen,
  { baseline }: CheckedPart,
): WatchLimit | null {
  const { better } = signalDefinition(signal);
  if (baseline === null || better === "neither") return null;
  const base =
    statistic === "ratio-to-requests" ? Math.max(baseline.value, smallestErrorRatio) : baseline.value;
  const allowed = maxWorseningRatio * base;
  return better === "lower"
    ? { kind: "at-most", signal, statistic, value: baseline.value + allowed }
    : { kind: "at-least", signal, statistic, value: baseline.value - allowed };
}
