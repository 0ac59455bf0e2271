/**
 * Comparison of the time before and after a fix: every statistic of every signal, by the rule of all comparisons. A
 * changed environment does not prevent a verdict here, because the fix is a change. Different load, incomplete or
 * contaminated data, and a fix that is not active prevent all verdicts.
 */
import {
  compareEnvironments,
  type EnvironmentDifference,
} from "@/lib/analysis/comparisons/compare-environments";
import {
  compareSides,
  type ComparedRow,
  type ComparisonOptions,
  type SideComparison,
} from "@/lib/analysis/comparisons/compare-sides";
import { formatStatisticKey, type StatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import {
  classifyConcerns,
  classifyLoadIssues,
  findIncompleteSignals,
  findStaleness,
} from "@/lib/analysis/gates/data-issues";
import { dependsOnRequests, hasUnknownRate } from "@/lib/analysis/comparisons/unknown-rate";
import { overallVerdict } from "@/lib/analysis/statistics/verdict/overall-verdict";
import type { DeclaredFactor } from "@/lib/model/comparison/declared-factor";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import type { GateIssue, GateSideName } from "@/lib/model/gate/gate-result";
import type { MeasuredValue } from "@/lib/model/investigation/goal";
import { isExplainedByLoad, listLoadChanges, type LoadChange } from "./load-effect";

/** Measurements of one deployment before and after the fix. */
export interface FixInput {
  readonly before: MeasuredWindow;
  readonly after: MeasuredWindow;
  readonly statistic: ComparisonOptions["statistic"];
  readonly history: ComparisonOptions["history"];
  /** Signal and statistic of the goal. Without a value on both sides, there is no verdict. Null without a goal. */
  readonly goal: MeasuredValue | null;
  /** Changes that were approved for this fix. */
  readonly factors: readonly DeclaredFactor[];
}

/** A signal whose data are incomplete on a side. */
export type IncompleteSignal = Extract<GateIssue, { kind: "incomplete-signal" }>;

/** All signals of one deployment, compared between the windows before and after the fix. */
export interface FixComparison {
  /** Verdicts are "cannot tell" if there is an obstacle, and for incomplete signals. */
  readonly comparison: SideComparison;
  /** Facts that prevent every verdict. */
  readonly obstacles: readonly GateIssue[];
  /** Facts that weaken the verdicts. */
  readonly warnings: readonly GateIssue[];
  readonly incomplete: readonly IncompleteSignal[];
  /** The side on which the value of the goal has no number; null if both sides have one. */
  readonly sideWithoutGoal: GateSideName | null;
  /** Environment paths that changed. One of them may be the fix. */
  readonly differences: readonly EnvironmentDifference[];
  /** Measures of load that changed by at least 5 %. */
  readonly loadChanges: readonly LoadChange[];
  /** Throughput values without a verdict, because they changed only as much as the load. */
  readonly followingLoad: readonly StatisticKey[];
}

/**
 * Compares the measurements of one deployment before and after the fix, with the obstacles and warnings that
 * limit the comparison.
 */
export function compareFix({ before, after, statistic, history, goal, factors }: FixInput): FixComparison {
  const options = { statistic, history, factor: null, isStrict: false } as const;
  const withoutEnvironment = [before, after].map((side) => ({ ...side, environment: {} }));
  const [was = before, is = after] = withoutEnvironment;
  const compared = compareSides(was, is, options);
  const environment = compareEnvironments(before.environment, after.environment, options);
  const load = classifyLoadIssues(compared.load, false);
  const isServing = compared.rows.some(({ signal }) => dependsOnRequests(signal));
  const isRate = (issue: GateIssue): boolean =>
    issue.kind === "unknown-load" && hasUnknownRate([issue.measure]);
  const unknownRate = isServing ? load.warnings.filter(isRate) : [];
  const concerns = [
    classifyConcerns(before.concerns, "baseline"),
    classifyConcerns(after.concerns, "window"),
  ];
  const obstacles = [
    ...findInactiveFactors(factors, after),
    ...concerns.flatMap((one) => one.obstacles),
    ...findStaleness(after.measured, compared.rows.filter((row) => row.after.kind === "present").map(toRule)),
    ...load.obstacles,
    ...unknownRate,
  ];
  const incomplete = findIncomplete(compared.rows, before, after);
  const followingLoad = compared.rows.filter((row) => isExplainedByLoad(row, compared.load));
  const rows = compared.rows.map((row) =>
    obstacles.length > 0 ||
    followingLoad.includes(row) ||
    incomplete.some(({ signal }) => signal === row.signal)
      ? withoutVerdict(row)
      : row,
  );
  const followingKeys = new Set(followingLoad.map(formatStatisticKey));
  // Throughput that follows the load does not show whether the fix worked, so the other signals decide.
  const independentKeys = compared.decisiveKeys.filter((key) => !followingKeys.has(formatStatisticKey(key)));
  const decisiveKeys = independentKeys.length === 0 ? compared.decisiveKeys : independentKeys;
  const decisive = decisiveKeys.flatMap(
    (key) => rows.find((row) => formatStatisticKey(row) === formatStatisticKey(key)) ?? [],
  );
  return {
    comparison: {
      ...compared,
      rows,
      decisiveKeys,
      environment: { ...environment, refusal: null },
      overall: overallVerdict(decisive.map((row) => ({ id: formatStatisticKey(row), comparison: row }))),
    },
    obstacles,
    warnings: [
      ...concerns.flatMap((one) => one.warnings),
      ...load.warnings.filter((issue) => !unknownRate.includes(issue)),
    ],
    incomplete,
    sideWithoutGoal: goal === null ? null : findSideWithoutGoal(rows, goal),
    differences: environment.differences,
    loadChanges: listLoadChanges(compared.load),
    followingLoad: followingLoad.map(({ signal, statistic: of }) => ({ signal, statistic: of })),
  };
}

/**
 * Returns an issue for each approved change that is not active. A change is active if the environment after the fix has
 * its value, or does not report its path.
 */
function findInactiveFactors(
  factors: readonly DeclaredFactor[],
  { environment }: MeasuredWindow,
): readonly GateIssue[] {
  return factors.flatMap(({ path, to }): GateIssue[] => {
    const found = environment[path]?.value;
    return to === null || found === undefined || found === to
      ? []
      : [{ kind: "factor-mismatch", path, side: "window", declared: to, found }];
  });
}

const toRule = ({ signal, statistic }: ComparedRow) => ({ signal, statistic, maxRegressionRatio: 0 });

function findIncomplete(
  rows: readonly ComparedRow[],
  before: MeasuredWindow,
  after: MeasuredWindow,
): readonly IncompleteSignal[] {
  const rules = rows.map(toRule);
  return [
    ...findIncompleteSignals(before.measured, rules, "baseline"),
    ...findIncompleteSignals(after.measured, rules, "window"),
  ].flatMap((issue) => (issue.kind === "incomplete-signal" ? [issue] : []));
}

function withoutVerdict(row: ComparedRow): ComparedRow {
  return {
    ...row,
    verdict: "cannot-tell",
    comparison: { ...row.comparison, verdict: "cannot-tell" },
    // The exact values also have verdicts, so they are removed too.
    exactComparison: null,
  };
}

function findSideWithoutGoal(
  rows: readonly ComparedRow[],
  { signal, statistic }: MeasuredValue,
): GateSideName | null {
  const row = rows.find((one) => one.signal === signal && one.statistic === statistic);
  if (row === undefined || row.before.kind === "absent") return "baseline";
  return row.after.kind === "absent" ? "window" : null;
}
