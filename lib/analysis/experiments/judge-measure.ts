/**
 * Judges one measure of two arms that may be inspected at any time. The interval is that of the sequential test, and the
 * rule that turns it into a verdict is the one of all comparisons (`verdict/judge-change.ts`).
 */
import { smallestDifferenceOf } from "@/lib/analysis/comparisons/compare-statistic";
import type { StatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import {
  compareRunningArms,
  type RunningDifference,
} from "@/lib/analysis/statistics/sequential/compare-running-arms";
import { countAdditionalSamples } from "@/lib/analysis/statistics/verdict/inconclusive-reason";
import {
  judgeChange,
  type BetterDirection,
  type Verdict,
} from "@/lib/analysis/statistics/verdict/judge-change";
import { signalDefinition } from "@/lib/model/signals/signals";

/** Standard deviation of the expected differences of a measure that may be 0, in smallest differences that count. */
const expectedDifferences = 10;

export interface JudgedMeasure extends StatisticKey {
  readonly verdict: Verdict;
  /** Blocks per arm that were judged. */
  readonly blockCount: number;
  /** Means of the blocks of the arms; null before the first look. */
  readonly referenceMean: number | null;
  readonly changedMean: number | null;
  /** Relative change, changed / reference − 1; null if the reference is 0. */
  readonly change: number | null;
  /** Always-valid interval of the change; null is unbounded or unknown. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly pValue: number | null;
  /** Additional blocks per arm that would lead to a verdict; null if a verdict exists or the number is unknown. */
  readonly additionalBlocks: number | null;
}

export interface MeasureOptions {
  /** Probability that the measure is reported as different by mistake, over all looks. */
  readonly alpha: number;
  readonly marginRatio: number;
  /** Planned blocks per arm, which decide how often the arms are inspected. */
  readonly plannedBlocks: number;
}

/** Inspections of a long experiment. More would cost time and find little. */
const maxInspections = 200;

/** Compares the values of the blocks of both arms. */
export function judgeMeasure(
  key: StatisticKey,
  [reference, changed]: readonly [Float64Array, Float64Array],
  { alpha, marginRatio, plannedBlocks }: MeasureOptions,
): JudgedMeasure {
  const smallestDifference = smallestDifferenceOf(key.signal);
  const compared = compareRunningArms(reference, changed, {
    alpha,
    inspectionInterval: Math.ceil(plannedBlocks / maxInspections),
    smallestEffect: expectedDifferences * (smallestDifference ?? 0),
  });
  const { blockCount, difference, pValue } = compared;
  const unjudged = {
    ...key,
    verdict: "cannot-tell",
    blockCount,
    referenceMean: null,
    changedMean: null,
    change: null,
    lower: null,
    upper: null,
    pValue,
    additionalBlocks: minBlocks - blockCount,
  } as const;
  if (difference === null) return unjudged;
  const { firstMean, secondMean } = difference;
  const rules = { marginRatio, smallestDifference, better: signalDefinition(key.signal).better };
  const verdict = judgeDifference(difference, rules);
  const toRatio = (bound: number): number | null =>
    firstMean > 0 && Number.isFinite(bound) ? bound / firstMean : null;
  return {
    ...unjudged,
    verdict,
    referenceMean: firstMean,
    changedMean: secondMean,
    change: compared.change,
    lower: toRatio(difference.lower),
    upper: toRatio(difference.upper),
    additionalBlocks: verdict === "cannot-tell" ? countBlocks(difference, blockCount, marginRatio) : null,
  };
}

interface JudgementRules {
  readonly marginRatio: number;
  readonly smallestDifference: number | undefined;
  readonly better: BetterDirection;
}

function judgeDifference(
  { firstMean, value, lower, upper }: RunningDifference,
  { marginRatio, smallestDifference, better }: JudgementRules,
): Verdict {
  const judge = (unit: number, margin: number): Verdict =>
    judgeChange({
      change: value / unit,
      range: { low: lower / unit, high: upper / unit },
      margin,
      better,
    });
  const relative = firstMean > 0 ? judge(firstMean, marginRatio) : "cannot-tell";
  if (relative !== "cannot-tell" || smallestDifference === undefined) return relative;
  const absolute = judge(1, smallestDifference);
  return firstMean > 0 && absolute !== "same" ? "cannot-tell" : absolute;
}

/** Estimated from the present interval, which shrinks about with the square root of the number of blocks. */
function countBlocks(
  { firstMean, secondMean, value, lower, upper }: RunningDifference,
  blockCount: number,
  marginRatio: number,
): number | null {
  if (!(firstMean > 0)) return null;
  const arm = { n: blockCount, bucket: null };
  const change = value / firstMean;
  const total = countAdditionalSamples({
    before: { ...arm, value: firstMean, lower: firstMean, upper: firstMean },
    after: { ...arm, value: secondMean, lower: secondMean, upper: secondMean },
    change,
    range: { low: lower / firstMean, high: upper / firstMean },
    margin: marginRatio,
  });
  return total === null ? null : Math.ceil(total / 2);
}
