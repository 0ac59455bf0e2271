/**
 * Judges one measure of two arms that may be inspected at any time. The interval is from a sequential test. The rule
 * that turns the interval into a verdict is the same as in all comparisons (`verdict/judge-change.ts`).
 */
import { findSmallestDifference } from "@/lib/analysis/comparisons/statistic-conditions";
import type { StatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import { maxBlocks, minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
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
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { Unit } from "@/lib/model/units";

/**
 * Standard deviation of the expected differences, for a measure that may be 0, as a multiple of the smallest difference
 * that counts.
 */
const expectedDifferences = 10;

/** Smallest differences that count, for gauges and rates that are 0 in the reference arm; in canonical units. */
const differencesFromZero: { readonly [One in Unit]?: number } = {
  requests: 0.1,
  connections: 0.1,
  ratio: 0.001,
  seconds: 0.01,
  celsius: 0.1,
  number: 0.001,
  "events-per-second": 0.01,
};

/**
 * Comparison of one measure between the reference arm and the changed arm, valid at any time of the
 * experiment.
 */
export interface JudgedMeasure extends StatisticKey {
  /** Currency of the means, if they are costs per million output tokens; null for values of the signal. */
  readonly currency: string | null;
  readonly verdict: Verdict;
  /** Number of judged blocks per arm. */
  readonly blockCount: number;
  /** Mean over the blocks of the arm; null before the first interim analysis. */
  readonly referenceMean: number | null;
  readonly changedMean: number | null;
  /** Relative change, changed / reference − 1; null if the reference is 0. */
  readonly change: number | null;
  /** Confidence interval of the change, valid at every interim analysis. Null is unbounded or unknown. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** p-value, valid at every interim analysis; null before the first one. */
  readonly pValue: number | null;
  /**
   * Additional blocks per arm that would be enough for a verdict. Null if a verdict exists, if the number is unknown,
   * or if an experiment cannot have so many blocks.
   */
  readonly additionalBlocks: number | null;
}

/** Error probability, margin and number of blocks by which a measure is judged. */
export interface MeasureOptions {
  /** Probability that the measure is reported as different by mistake, over all interim analyses. */
  readonly alpha: number;
  readonly marginRatio: number;
  /** Planned blocks per arm, which decide how often an interim analysis is made. */
  readonly plannedBlocks: number;
  /** Verdicts that are final as soon as an interim analysis finds one of them. */
  readonly finalVerdicts: readonly Verdict[];
  /** For a measure of rare events, how much one event adds to the value of its block; 0 for other measures. */
  readonly eventSize: number;
}

/**
 * Largest bound of a relative change that is reported if there is no verdict. A larger bound is reported as unbounded.
 */
const largestBound = 100;

/**
 * Maximum number of interim analyses of an experiment. More analyses take computing time and hardly change the result.
 */
const maxInterimAnalyses = 200;

/** Compares the block values of the reference arm with those of the changed arm by a sequential test. */
export function judgeMeasure(
  key: StatisticKey,
  [reference, changed]: readonly [Float64Array, Float64Array],
  options: MeasureOptions,
): JudgedMeasure {
  const { marginRatio, finalVerdicts } = options;
  const rules = { marginRatio, ...findSmallestDifferences(key.signal) };
  const compared = compareMeasure([reference, changed], rules, {
    ...options,
    isFinal: (verdict) => finalVerdicts.includes(verdict),
  });
  const { blockCount, difference, pValue } = compared;
  const unjudged = {
    ...key,
    currency: null,
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
  const verdict = judgeDifference(difference, rules);
  const isBound = (ratio: number): boolean =>
    Number.isFinite(ratio) && (verdict !== "cannot-tell" || Math.abs(ratio) <= largestBound);
  const toRatio = (bound: number): number | null =>
    firstMean > 0 && isBound(bound / firstMean) ? bound / firstMean : null;
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

/** Returns the verdict at each interim analysis, in order of time. No verdict is final. */
export function judgeInterimAnalyses(
  key: StatisticKey,
  arms: readonly [Float64Array, Float64Array],
  options: Omit<MeasureOptions, "finalVerdicts">,
): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  const rules = { marginRatio: options.marginRatio, ...findSmallestDifferences(key.signal) };
  compareMeasure(arms, rules, {
    ...options,
    isFinal: (verdict) => {
      verdicts.push(verdict);
      return false;
    },
  });
  return verdicts;
}

type JudgmentRules = SignalRules & { readonly marginRatio: number };

interface ComparisonOptions extends Omit<MeasureOptions, "finalVerdicts"> {
  /** Returns whether the judging stops at an interim analysis with this verdict. */
  readonly isFinal: (verdict: Verdict) => boolean;
}

function compareMeasure(
  [reference, changed]: readonly [Float64Array, Float64Array],
  rules: JudgmentRules,
  { alpha, plannedBlocks, eventSize, isFinal }: ComparisonOptions,
) {
  return compareRunningArms(reference, changed, {
    alpha,
    interimAnalysisInterval: Math.ceil(plannedBlocks / maxInterimAnalyses),
    plannedBlocks,
    smallestEffect: expectedDifferences * (rules.smallestDifference ?? rules.differenceFromZero ?? 0),
    eventSize,
    isFinal: (found) => isFinal(judgeDifference(found, rules)),
  });
}

interface SignalRules {
  /** Smallest difference that counts; undefined for a signal that is judged by its relative change only. */
  readonly smallestDifference: number | undefined;
  /**
   * Smallest difference that counts if the reference is 0, which has no relative change. Undefined if there is none.
   */
  readonly differenceFromZero: number | undefined;
  readonly better: BetterDirection;
}

function findSmallestDifferences(signal: SignalId): SignalRules {
  const { kind, unit, better } = signalDefinition(signal);
  const stated = findSmallestDifference(signal);
  // Comparisons state 0 for gauges, which gives no scale for the expected differences.
  const smallestDifference = stated === 0 ? undefined : stated;
  const differenceFromZero =
    smallestDifference ?? (kind === "distribution" ? undefined : differencesFromZero[unit]);
  return { smallestDifference, differenceFromZero, better };
}

function judgeDifference(
  { firstMean, value, lower, upper }: RunningDifference,
  rules: JudgmentRules,
): Verdict {
  const { marginRatio, smallestDifference, differenceFromZero, better } = rules;
  const judge = (unit: number, margin: number): Verdict =>
    judgeChange({
      change: value / unit,
      range: { low: lower / unit, high: upper / unit },
      margin,
      better,
    });
  if (!(firstMean > 0))
    return differenceFromZero === undefined ? "cannot-tell" : judge(1, differenceFromZero);
  const relative = judge(firstMean, marginRatio);
  if (relative !== "cannot-tell" || smallestDifference === undefined) return relative;
  return judge(1, smallestDifference) === "same" ? "same" : "cannot-tell";
}

/**
 * Estimates the additional blocks that are needed for a verdict. The width of the interval is about proportional to 1 /
 * √(number of blocks). Null if an arm would need more blocks than can be read.
 */
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
  if (total === null) return null;
  const perArm = Math.ceil(total / 2);
  return blockCount + perArm <= maxBlocks ? perArm : null;
}
