/**
 * Compares a window of a watch with the validated window. The value of the goal and its conditions decide. Different load,
 * fewer observations than in the validation, and incomplete or contaminated data give no verdict.
 */
import { estimateStatistic, printKey } from "@/lib/analysis/comparisons/estimate-statistic";
import type {
  ComparedRow,
  ComparisonOptions,
  SideComparison,
} from "@/lib/analysis/comparisons/compare-sides";
import { overallVerdict } from "@/lib/analysis/statistics/verdict/overall-verdict";
import { distributionStatistics } from "@/lib/model/comparison/compared-statistic";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import type { GateIssue } from "@/lib/model/gate/gate-result";
import type { MeasuredValue } from "@/lib/model/investigation/goal";
import type { WatchVerdict } from "@/lib/model/investigation/watch";
import { compareFix } from "./compare-fix";

/** The value of the goal, then those of its conditions. */
export type WatchedValues = readonly [MeasuredValue, ...MeasuredValue[]];

export interface WatchedInput {
  readonly validated: MeasuredWindow;
  readonly window: MeasuredWindow;
  readonly values: WatchedValues;
  readonly history: ComparisonOptions["history"];
}

export interface WatchedComparison {
  readonly verdict: WatchVerdict;
  /** The comparison of all signals. */
  readonly comparison: SideComparison;
  /** The rows that decide. */
  readonly rows: readonly ComparedRow[];
  /** Facts that prevent a verdict. */
  readonly obstacles: readonly GateIssue[];
  /** Observations of the goal's value, and the number of the validation; null if there are enough. */
  readonly missingCount: { readonly count: number; readonly neededCount: number } | null;
}

/** Returns the number of observations of the goal's value. */
export function countObservations({ measured }: MeasuredWindow, [goal]: WatchedValues): number {
  const estimate = estimateStatistic(measured, goal);
  return estimate.kind === "present" ? estimate.n : 0;
}

/** Returns the verdict on a window. */
export function judgeWatchedWindow({ validated, window, values, history }: WatchedInput): WatchedComparison {
  const [goal] = values;
  const statistic = distributionStatistics.find((one) => one === goal.statistic) ?? "p95";
  const compared = compareFix({ before: validated, after: window, statistic, history, goal, factors: [] });
  const rows = values.flatMap(
    (key) => compared.comparison.rows.find((row) => printKey(row) === printKey(key)) ?? [],
  );
  const counts = {
    count: countObservations(window, values),
    neededCount: countObservations(validated, values),
  };
  const missingCount = counts.count < counts.neededCount ? counts : null;
  const { obstacles, incomplete, comparison } = compared;
  const isComplete = rows.length === new Set(values.map(printKey)).size;
  const isJudged = obstacles.length === 0 && missingCount === null && isComplete;
  const overall = overallVerdict(rows.map((row) => ({ id: printKey(row), comparison: row })));
  return {
    verdict: isJudged ? overall.verdict : "cannot-tell",
    comparison,
    rows,
    obstacles: [
      ...obstacles,
      ...incomplete.filter(({ signal }) => rows.some((row) => row.signal === signal)),
    ],
    missingCount,
  };
}

const order: readonly WatchVerdict[] = ["worse", "cannot-tell", "better", "same"];

/** Returns the verdict on a window of several deployments: worse if one is worse, and none if one has none. */
export function combineWatchVerdicts(verdicts: readonly WatchVerdict[]): WatchVerdict {
  return order.find((verdict) => verdicts.includes(verdict)) ?? "cannot-tell";
}
