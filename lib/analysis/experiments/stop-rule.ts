/**
 * The stop rule of guards: a guard that is worse at two consecutive interim analyses fires the rollback hook of the
 * experiment.
 */
import type { StatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import type { Verdict } from "@/lib/analysis/statistics/verdict/judge-change";
import { judgeGuardInterimAnalyses, type ExperimentRules, type ObservedArm } from "./judge-measures";

/**
 * Number of consecutive interim analyses at which a guard must be worse. At a single analysis, a guard may be worse by
 * chance.
 */
const requiredInterimAnalyses = 2;

/**
 * Returns whether the verdict was "worse" at `requiredInterimAnalyses` consecutive interim analyses. Later verdicts have
 * no effect.
 */
export function wasWorseConsecutively(verdicts: readonly Verdict[]): boolean {
  let count = 0;
  for (const verdict of verdicts) {
    count = verdict === "worse" ? count + 1 : 0;
    if (count === requiredInterimAnalyses) return true;
  }
  return false;
}

/**
 * Returns the first guard that meets the stop rule; null if there is none. Differences of load and environment are
 * ignored, because a harmful change often causes such differences.
 */
export function findWorseGuard(
  rules: ExperimentRules,
  arms: readonly [reference: ObservedArm, changed: ObservedArm],
): StatisticKey | null {
  const { guards } = rules.measures;
  return guards.find((guard) => wasWorseConsecutively(judgeGuardInterimAnalyses(guard, rules, arms))) ?? null;
}
