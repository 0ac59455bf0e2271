/**
 * The limits that a watch checks: the target of the goal, and the largest worsening of each condition as a value. Targets
 * relative to the baseline are computed from its value, so that later windows need no baseline.
 */
import { isTotalOfInstances } from "@/lib/model/comparison/instance-counts";
import { minReferenceErrorRatio } from "@/lib/model/gate/gate-rule";
import type { Goal, WorseningLimit } from "@/lib/model/investigation/goal";
import { signalDefinition } from "@/lib/model/signals/signals";

/**
 * Absolute limit of a goal or condition: the largest or smallest accepted value, in the unit of the signal.
 */
export type WatchLimit = Exclude<Goal, { kind: "change" }> & {
  /** True if the limit of a total is a value per ready instance. */
  readonly isPerInstance?: true | undefined;
};

interface CheckedPart {
  readonly baseline: { readonly value: number } | null;
  /** True if the value of the baseline is a total divided by the number of ready instances. */
  readonly isPerInstance?: boolean;
}

/** The goal and its conditions that signals measure, each with the result of its check. */
interface CheckedTargets {
  readonly goal: readonly [Goal, CheckedPart];
  readonly conditions: readonly (readonly [WorseningLimit, CheckedPart])[];
  /** Ready instances in the validated window, on average; null if the number is unknown. */
  readonly instanceCount: number | null;
}

/**
 * Returns the absolute limits. The limit of the goal is first. A relative target is converted with the value of the
 * baseline, and has no limit if the baseline has no value. The limit of a total is then a value per instance, because
 * later windows may have a different number of instances at equal load.
 */
export function listWatchLimits({
  goal: [goal, checked],
  conditions,
  instanceCount,
}: CheckedTargets): readonly WatchLimit[] {
  const goalLimit = limitOfGoal(goal, checked);
  return [
    goal.kind === "change" ? toPerInstance(goalLimit, checked, instanceCount) : goalLimit,
    ...conditions.map(([condition, part]) =>
      toPerInstance(limitOfCondition(condition, part), part, instanceCount),
    ),
  ].flatMap((limit) => limit ?? []);
}

/**
 * Converts the limit of a total to a value per instance. If the value of the baseline is a total, it was measured with
 * the number of instances of the validated window.
 */
function toPerInstance(
  limit: WatchLimit | null,
  { isPerInstance }: CheckedPart,
  instanceCount: number | null,
): WatchLimit | null {
  if (limit === null || !isTotalOfInstances(limit)) return limit;
  if (isPerInstance === true) return { ...limit, isPerInstance };
  return instanceCount === null || !(instanceCount > 0)
    ? limit
    : { ...limit, value: limit.value / instanceCount, isPerInstance: true };
}

function limitOfGoal(goal: Goal, { baseline }: CheckedPart): WatchLimit | null {
  const { kind, signal, statistic } = goal;
  if (kind !== "change") return { kind, signal, statistic, value: goal.value };
  if (baseline === null) return null;
  const value = baseline.value * (1 + goal.changeRatio);
  return { kind: goal.changeRatio < 0 ? "at-most" : "at-least", signal, statistic, value };
}

function limitOfCondition(
  { signal, statistic, maxWorseningRatio }: WorseningLimit,
  { baseline }: CheckedPart,
): WatchLimit | null {
  const { better } = signalDefinition(signal);
  if (baseline === null || better === "neither") return null;
  const base =
    statistic === "ratio-to-requests" ? Math.max(baseline.value, minReferenceErrorRatio) : baseline.value;
  const allowed = maxWorseningRatio * base;
  return better === "lower"
    ? { kind: "at-most", signal, statistic, value: baseline.value + allowed }
    : { kind: "at-least", signal, statistic, value: baseline.value - allowed };
}
