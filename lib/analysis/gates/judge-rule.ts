/**
 * Judges one rule of a gate: the regression of its statistic from the baseline to the window.
 *
 * A quantile within one wide bucket can never decide a limit of 10 %. Its mean (sum / count) and the shares of requests
 * above the edges of the baseline's bucket are exact, so they are judged instead: the rule fails if one of them fails,
 * and passes if all pass. The result names the bucket as the resolution. The limit L of the quantile allows a share S
 * to rise by max(S · ((1 + L)^η − 1), L · tail). This is the rise of the share if all latencies rise by L
 * (`buckets/tail-elasticity.ts`).
 */
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { toCountedBlocks } from "@/lib/analysis/baselines/counted-blocks";
import { countRequests } from "@/lib/analysis/baselines/count-requests";
import { estimateStatistic, type StatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import { addCountedBlocks, estimateShareAboveFromBlocks } from "@/lib/analysis/statistics/block-estimates";
import { tailElasticity, toShareChange } from "@/lib/analysis/statistics/buckets/tail-elasticity";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { getQuantileLevel, unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import { minReferenceErrorRatio, type GateRule } from "@/lib/model/gate/gate-rule";
import { isTotalOfInstances, type InstanceCounts } from "@/lib/model/comparison/instance-counts";
import type {
  ExactValueVerdict,
  GateEstimate,
  RuleResult,
  RuleVerdict,
  UndecidedReason,
} from "@/lib/model/gate/gate-result";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { estimateFurtherSamples, type JudgedWindow } from "./further-samples";
import { chooseFixedBase, judgeRegression, measureRegression, type Regression } from "./regression";
import { findZeroBase } from "./zero-base";

/** Time blocks of the baseline and of the judged window. */
export interface GateMeasurements {
  readonly baseline: MeasuredBlocks;
  readonly window: MeasuredBlocks;
  /** Mean numbers of ready instances, by which totals are divided; null if totals are compared. */
  readonly instanceCounts: InstanceCounts | null;
}

type JudgedNumber = Pick<RuleResult, "verdict" | "baseline" | "window" | "regression" | "undecidedReason">;

interface NumberInput {
  readonly before: WindowEstimate | undefined;
  readonly after: WindowEstimate | undefined;
  readonly smallestBase?: number;
  /** Limit of the regression, if it differs from the limit of the rule. */
  readonly limit?: number;
}

/**
 * Judges one gate rule. Returns its verdict, both values, the regression, and the reason if the rule is
 * undecided.
 */
export function judgeRule(rule: GateRule, measured: GateMeasurements): RuleResult {
  const { signal, statistic, maxRegressionRatio } = rule;
  const judge = (input: NumberInput): JudgedNumber => judgeNumber(input, rule, measured);
  const { instanceCounts } = measured;
  const before = estimateValue(measured.baseline, rule, instanceCounts?.before);
  const direct = judge({
    before,
    after: estimateValue(measured.window, rule, instanceCounts?.after),
    ...(statistic === "ratio-to-requests" ? { smallestBase: minReferenceErrorRatio } : {}),
  });
  const result = {
    signal,
    statistic,
    maxRegressionRatio,
    unit: unitOfStatistic(signal, statistic).unit,
    ...(instanceCounts !== null && isTotalOfInstances(rule) ? { isPerInstance: true as const } : {}),
    ...direct,
    resolution: null,
    exact: [],
  };
  const [bucket, q] = [before?.bucket ?? null, getQuantileLevel(statistic)];
  if (q === null || bucket === null || direct.undecidedReason?.kind !== "few-samples") return result;
  const exact = listExactParts(rule, { measured, bucket, tail: 1 - q, judge });
  const verdict = combineVerdicts(exact.map((part) => part.verdict));
  const undecidedReason = exact.find((part) => part.undecidedReason !== null)?.undecidedReason ?? null;
  return {
    ...result,
    verdict,
    resolution: { ...bucket },
    exact: [...exact],
    undecidedReason: verdict === "undecided" ? undecidedReason : null,
  };
}

interface ExactInput {
  readonly measured: GateMeasurements;
  readonly bucket: NonNullable<WindowEstimate["bucket"]>;
  /** Share of requests above the quantile. */
  readonly tail: number;
  readonly judge: (input: NumberInput) => JudgedNumber;
}

/** Returns the mean and the shares above the edges of the bucket. */
function listExactParts(
  { signal, maxRegressionRatio }: GateRule,
  { measured, bucket, tail, judge }: ExactInput,
): readonly ExactValueVerdict[] {
  const { baseline, window } = measured;
  const edges = [bucket.lower, bucket.upper ?? 0].filter((edge) => edge > 0);
  return [
    {
      aboveEdge: null,
      ...judge({
        before: estimateValue(baseline, { signal, statistic: "mean" }),
        after: estimateValue(window, { signal, statistic: "mean" }),
      }),
    },
    ...edges.map((edge) => {
      const before = estimateShareAbove(baseline, signal, edge);
      const after = estimateShareAbove(window, signal, edge);
      const distribution = baseline.distributions[signal];
      const limit =
        before === undefined || distribution === undefined
          ? maxRegressionRatio
          : limitOfShare(maxRegressionRatio, {
              share: before.value,
              tail,
              elasticity: tailElasticity(addCountedBlocks(toCountedBlocks(distribution)), edge),
            });
      return { aboveEdge: edge, limitRatio: limit, ...judge({ before, after, smallestBase: tail, limit }) };
    }),
  ];
}

interface JudgedShare {
  readonly share: number;
  readonly tail: number;
  readonly elasticity: number;
}

/** Returns the limit of a share's regression, which is relative to the share or to the tail, whichever is larger. */
function limitOfShare(maxRegressionRatio: number, { share, tail, elasticity }: JudgedShare): number {
  const allowed = share * toShareChange(maxRegressionRatio, elasticity);
  return Math.max(maxRegressionRatio, allowed / Math.max(share, tail));
}

/** Returns the estimate with the number of observations; undefined without one. */
function estimateValue(
  measured: MeasuredBlocks,
  key: StatisticKey,
  instanceCount?: number,
): WindowEstimate | undefined {
  const found = estimateStatistic(measured, key, instanceCount);
  return found.kind === "present" ? { ...found.headline, n: found.n } : undefined;
}

function estimateShareAbove(
  { distributions }: MeasuredBlocks,
  signal: SignalId,
  edge: number,
): WindowEstimate | undefined {
  const distribution = distributions[signal];
  return distribution === undefined
    ? undefined
    : estimateShareAboveFromBlocks(toCountedBlocks(distribution), edge);
}

function judgeNumber(
  { before, after, smallestBase, limit: ownLimit }: NumberInput,
  { signal, statistic, maxRegressionRatio }: GateRule,
  { baseline, window }: GateMeasurements,
): JudgedNumber {
  const limit = ownLimit ?? maxRegressionRatio;
  const numbers = { baseline: toStoredEstimate(before), window: toStoredEstimate(after) };
  const undecided = (reason: UndecidedReason): JudgedNumber => ({
    verdict: "undecided",
    ...numbers,
    regression: null,
    undecidedReason: reason,
  });
  if (before === undefined || after === undefined)
    return undecided({
      kind: "no-value",
      side: before === undefined ? "baseline" : "window",
      detail: absenceOf(before === undefined ? baseline : window, signal),
    });
  const better = signalDefinition(signal).better === "higher" ? "higher" : "lower";
  const bases = { smallestBase, zeroBase: findZeroBase(unitOfStatistic(signal, statistic).unit) };
  const regression = measureRegression(before, after, { better, ...bases });
  if (regression === undefined) return undecided({ kind: "no-base" });
  const verdict = judgeRegression(regression, limit);
  const fixedBase = chooseFixedBase(before, bases);
  const further = estimateFurtherSamples(
    { before, after, regression, limit, fixedBase },
    describeWindow(window),
  );
  return {
    verdict,
    ...numbers,
    regression: toStored(regression),
    undecidedReason: verdict === "undecided" ? { kind: "few-samples", further } : null,
  };
}

function combineVerdicts(verdicts: readonly RuleVerdict[]): RuleVerdict {
  if (verdicts.includes("fail")) return "fail";
  return verdicts.every((verdict) => verdict === "pass") ? "pass" : "undecided";
}

function describeWindow(measured: MeasuredBlocks): JudgedWindow {
  const { blockMs, blockCount } = measured;
  return { blockMs, windowMs: blockCount * blockMs, requestCount: countRequests(measured) };
}

/**
 * Returns why the signal has no value or no buckets; null if the reason is that its blocks are too few or incomplete.
 */
function absenceOf({ absent, distributions }: MeasuredBlocks, signal: SignalId): string | null {
  return absent[signal]?.detail ?? distributions[signal]?.bucketsAbsentReason ?? null;
}

function toStoredEstimate(headline: WindowEstimate | undefined): GateEstimate | null {
  if (headline === undefined) return null;
  const { value, lower, upper, n } = headline;
  return { value, lower, upper, n };
}

function toStored({ value, low, high }: Regression) {
  return { value, lower: nullIfInfinite(low), upper: nullIfInfinite(high) };
}

function nullIfInfinite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
