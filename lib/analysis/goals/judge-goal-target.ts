/**
 * The verdict on a goal: met if the complete 95 % interval is on the good side of the target, not met if it is completely
 * on the bad side, otherwise "cannot tell".
 *
 *     at most T       the value itself against T
 *     at least T      the negative value against −T
 *     −30 %           the relative change r = value / baseline − 1 against −0.3
 *     +20 %           −r against −0.2
 *
 * In all four cases a number must be at most its limit, which `judgeRegression` decides for gates too.
 */
import { countRequests } from "@/lib/analysis/baselines/count-requests";
import { estimateStatistic } from "@/lib/analysis/comparisons/estimate-statistic";
import type { GateMeasurements } from "@/lib/analysis/gates/judge-rule";
import { estimateFurtherSamples } from "@/lib/analysis/gates/further-samples";
import { judgeRegression, measureRegression, type Regression } from "@/lib/analysis/gates/regression";
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { isTotalOfInstances } from "@/lib/model/comparison/instance-counts";
import type { GateEstimate, GateSideName, RuleVerdict } from "@/lib/model/gate/gate-result";
import type { Goal, GoalVerdict, MeasuredValue } from "@/lib/model/investigation/goal";
import { createUndecidedTarget, type GoalReason, type JudgedTarget } from "./judged-target";
import {
  isUndecidable,
  negateRange,
  possibleChanges,
  possibleValues,
  type PossibleRange,
} from "./possible-range";

/** Verdict of a goal for each verdict of the gate rule by which it is judged. */
export const goalVerdictByRuleVerdict: Readonly<Record<RuleVerdict, GoalVerdict>> = {
  pass: "met",
  fail: "not-met",
  undecided: "cannot-tell",
};

type AbsoluteGoal = Exclude<Goal, { kind: "change" }>;
type RelativeGoal = Extract<Goal, { kind: "change" }>;

/**
 * An estimate without an error, in place of the baseline. Only the ratio of the interval's width to the value is used.
 */
const constantOne: WindowEstimate = { value: 1, lower: 1, upper: 1, n: 1, bucket: null };

/**
 * Compares the measured value of a window with the target value of a goal. With `instanceCount`, the target of a total is a
 * value per instance.
 */
export function judgeAbsoluteGoal(
  goal: AbsoluteGoal,
  window: MeasuredBlocks,
  instanceCount?: number,
): JudgedTarget {
  const found = findEstimate(window, goal, "window", instanceCount);
  if ("reason" in found) return createUndecidedTarget(found.reason);
  const { estimate } = found;
  const isUpperLimit = goal.kind === "at-most";
  const range = { low: estimate.lower, high: estimate.upper ?? Infinity };
  const orient = (one: PossibleRange): PossibleRange => (isUpperLimit ? one : negateRange(one));
  const limit = isUpperLimit ? goal.value : -goal.value;
  const value = isUpperLimit ? estimate.value : -estimate.value;
  const decided = decideTarget({
    number: { value, ...orient(range) },
    limit,
    possible: orient(possibleValues(estimate)),
    before: constantOne,
    after: estimate,
    window,
  });
  return {
    ...(isAboveEdge(goal, estimate) ? { verdict: "not-met", reason: null } : decided),
    measured: toStored(estimate),
    baseline: null,
    change: null,
    limit: goal.value,
    marginRatio: goal.value === 0 ? null : finiteOrNull((limit - orient(range).high) / Math.abs(limit)),
    rule: null,
    cost: null,
  };
}

/**
 * Returns whether the complete interval of a percentile is above an "at most" target. The interval begins at a bucket
 * edge, and the percentile is above this edge, so the edge may equal the target.
 */
function isAboveEdge({ kind, value }: AbsoluteGoal, { bucket, lower }: WindowEstimate): boolean {
  return kind === "at-most" && bucket !== null && lower >= value && lower > 0;
}

/**
 * Compares the change from the baseline to the window with the target change of a goal. If the numbers of ready
 * instances differ, totals are compared per instance, like the load.
 */
export function judgeRelativeGoal(
  goal: RelativeGoal,
  { baseline, window, instanceCounts }: GateMeasurements,
): JudgedTarget {
  const was = findEstimate(baseline, goal, "baseline", instanceCounts?.before);
  const is = findEstimate(window, goal, "window", instanceCounts?.after);
  if ("reason" in was) return createUndecidedTarget(was.reason);
  if ("reason" in is) return createUndecidedTarget(is.reason);
  const [before, after] = [was.estimate, is.estimate];
  const isDecrease = goal.changeRatio < 0;
  const number = measureRegression(before, after, { better: isDecrease ? "lower" : "higher" });
  const values = {
    measured: toStored(after),
    baseline: toStored(before),
    limit: goal.changeRatio,
    ...(instanceCounts !== null && isTotalOfInstances(goal) ? { isPerInstance: true as const } : {}),
  };
  if (number === undefined) return { ...createUndecidedTarget({ kind: "no-base" }), ...values };
  const limit = -Math.abs(goal.changeRatio);
  const changes = possibleChanges(before, after);
  const change = isDecrease ? number : { value: -number.value, ...negateRange(number) };
  return {
    ...decideTarget({
      number,
      limit,
      possible: isDecrease ? changes : negateRange(changes),
      before,
      after,
      window,
    }),
    ...values,
    change: { value: change.value, lower: finiteOrNull(change.low), upper: finiteOrNull(change.high) },
    marginRatio: finiteOrNull(limit - number.high),
    rule: null,
    cost: null,
  };
}

interface Decision {
  readonly number: Regression;
  readonly limit: number;
  /** Values that `number` can have within its histogram buckets. More requests do not narrow this range. */
  readonly possible: PossibleRange;
  readonly before: WindowEstimate;
  readonly after: WindowEstimate;
  readonly window: MeasuredBlocks;
}

function decideTarget(input: Decision): Pick<JudgedTarget, "verdict" | "reason"> {
  const { number, limit, possible, before, after, window } = input;
  const verdict = goalVerdictByRuleVerdict[judgeRegression(number, limit)];
  if (verdict !== "cannot-tell") return { verdict, reason: null };
  const bucket = after.bucket ?? before.bucket;
  if (bucket !== null && isUndecidable(possible, limit))
    return { verdict, reason: { kind: "resolution", bucket } };
  const { blockMs, blockCount } = window;
  const length = { blockMs, windowMs: blockCount * blockMs, requestCount: countRequests(window) };
  const further = estimateFurtherSamples({ before, after, regression: number, limit }, length);
  return { verdict, reason: { kind: "few-samples", further } };
}

type FoundEstimate = { readonly estimate: WindowEstimate } | { readonly reason: GoalReason };

function findEstimate(
  measured: MeasuredBlocks,
  key: MeasuredValue,
  side: GateSideName,
  instanceCount?: number,
): FoundEstimate {
  const found = estimateStatistic(measured, key, instanceCount);
  if (found.kind === "present") return { estimate: { ...found.headline, n: found.n } };
  const { reason } = found;
  const detail =
    reason.kind === "not-measured"
      ? reason.detail
      : reason.kind === "no-observations"
        ? "There are no observations."
        : null;
  return { reason: { kind: "no-value", side, detail } };
}

function toStored({ value, lower, upper, n }: WindowEstimate): GateEstimate {
  return { value, lower, upper, n };
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
