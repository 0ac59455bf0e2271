/**
 * Compares a window of a watch with the validated window, and with the limits of the goal and its conditions. Different
 * load, fewer observations than in the validation, and incomplete or contaminated data give no verdict.
 *
 * The default margin is used: the history before the validated window contains the problem that the fix removed, so a
 * margin from its variation would be too wide.
 */
import { estimateStatistic, formatStatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import type { ComparedRow, SideComparison } from "@/lib/analysis/comparisons/compare-sides";
import { judgeAbsoluteGoal } from "@/lib/analysis/goals/judge-goal-target";
import type { Verdict } from "@/lib/analysis/statistics/verdict/judge-change";
import { overallVerdict } from "@/lib/analysis/statistics/verdict/overall-verdict";
import { distributionStatistics } from "@/lib/model/comparison/compared-statistic";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import type { GateIssue } from "@/lib/model/gate/gate-result";
import type { GoalVerdict, MeasuredValue } from "@/lib/model/investigation/goal";
import type { WatchVerdict } from "@/lib/model/investigation/watch";
import { compareFix } from "./compare-fix";
import type { WatchLimit } from "./watch-limits";

/** The signal and statistic of the goal, then the signal and statistic of each condition. */
export type WatchedValues = readonly [MeasuredValue, ...MeasuredValue[]];

/** A window of the watch, and the validated window to compare it with. */
export interface WatchedInput {
  readonly validated: MeasuredWindow;
  readonly window: MeasuredWindow;
  readonly values: WatchedValues;
  readonly limits: readonly WatchLimit[];
}

/** A limit with its verdict for the window. */
export interface CheckedLimit {
  readonly limit: WatchLimit;
  readonly verdict: GoalVerdict;
}

/** One value with its verdict, which includes the limits of the value. */
export interface WatchedRow {
  readonly compared: ComparedRow;
  readonly verdict: Verdict;
  readonly limits: readonly CheckedLimit[];
}

/** Verdict on one window of the watch, with the rows and facts behind it. */
export interface WatchedComparison {
  readonly verdict: WatchVerdict;
  /** The comparison of all signals. */
  readonly comparison: SideComparison;
  /** The rows that decide the verdict: the goal and its conditions. */
  readonly rows: readonly WatchedRow[];
  /** Facts that prevent a verdict. */
  readonly obstacles: readonly GateIssue[];
  /**
   * Number of observations of the goal's value in the window, and the needed number, which the validation had. Null if
   * there are enough.
   */
  readonly missingCount: { readonly count: number; readonly neededCount: number } | null;
}

/** Returns how many observations, such as requests, the goal's value has in the window. */
export function countObservations({ measured }: MeasuredWindow, [goal]: WatchedValues): number {
  const estimate = estimateStatistic(measured, goal);
  return estimate.kind === "present" ? estimate.n : 0;
}

/**
 * Compares a later window with the validated one. Returns "worse" if the goal's value is worse
 * or misses its target, or if a condition misses its limit.
 */
export function judgeWatchedWindow({ validated, window, values, limits }: WatchedInput): WatchedComparison {
  const [goal] = values;
  const statistic = distributionStatistics.find((one) => one === goal.statistic) ?? "p95";
  const sides = { before: validated, after: window };
  const compared = compareFix({ ...sides, statistic, history: null, goal, factors: [] });
  const found = values.flatMap(
    (key) =>
      compared.comparison.rows.find((row) => formatStatisticKey(row) === formatStatisticKey(key)) ?? [],
  );
  const counts = {
    count: countObservations(window, values),
    neededCount: countObservations(validated, values),
  };
  const missingCount = counts.count < counts.neededCount ? counts : null;
  const { obstacles, incomplete, comparison } = compared;
  const incompleteRows = incomplete.filter(({ signal }) => found.some((row) => row.signal === signal));
  const { signals } = overallVerdict(found.map((row) => ({ id: formatStatisticKey(row), comparison: row })));
  const rows = found.map((row, index): WatchedRow => {
    const checked = limits
      .filter((limit) => formatStatisticKey(limit) === formatStatisticKey(row))
      .map((limit) => ({ limit, verdict: checkLimit(limit, window) }));
    if (incompleteRows.some(({ signal }) => signal === row.signal))
      return { compared: row, verdict: "cannot-tell", limits: [] };
    const isGoal = formatStatisticKey(row) === formatStatisticKey(goal);
    const verdict = addLimits(signals[index]?.verdict ?? "cannot-tell", checked, isGoal);
    return { compared: row, verdict, limits: checked };
  });
  const isJudged = obstacles.length === 0 && missingCount === null && found.length === values.length;
  return {
    verdict: isJudged ? combineWatchVerdicts(rows.map(({ verdict }) => verdict)) : "cannot-tell",
    comparison,
    rows,
    obstacles: [...obstacles, ...incompleteRows],
    missingCount,
  };
}

function checkLimit(limit: WatchLimit, { measured, load }: MeasuredWindow): GoalVerdict {
  if (limit.isPerInstance !== true) return judgeAbsoluteGoal(limit, measured).verdict;
  const count = load.meanInstanceCount;
  return count === null || !(count > 0) ? "cannot-tell" : judgeAbsoluteGoal(limit, measured, count).verdict;
}

/**
 * Returns the verdict on a value. A value that misses its limit is worse. The goal is also worse if its value is worse
 * than in the validation. A condition is not worse as long as it meets its limit.
 */
function addLimits(verdict: Verdict, limits: readonly CheckedLimit[], isGoal: boolean): Verdict {
  if (limits.some((limit) => limit.verdict === "not-met")) return "worse";
  const isMet = limits.length > 0 && limits.every((limit) => limit.verdict === "met");
  if (verdict === "different") return isMet ? "same" : verdict;
  if (isGoal || limits.length === 0 || verdict === "better" || verdict === "same") return verdict;
  return isMet ? "same" : "cannot-tell";
}

const order: readonly WatchVerdict[] = ["worse", "cannot-tell", "better", "same"];

/**
 * Returns one verdict for several values or deployments: "worse" if any is worse, "cannot tell" if any has
 * no verdict. Values of which neither direction is better are ignored.
 */
export function combineWatchVerdicts(verdicts: readonly Verdict[]): WatchVerdict {
  return order.find((verdict) => verdicts.includes(verdict)) ?? "cannot-tell";
}
