/** The result of one rule of a gate in sentences: the change with its interval, the resolution, and why it is undecided. */
import { countWithNoun } from "@/lib/format/agreement";
import { findZeroBase } from "@/lib/analysis/gates/zero-base";
import { formatElapsed } from "@/lib/format/elapsed";
import { formatBucket, formatConfiguredValue, formatQuantileWithUnit } from "@/lib/format/number";
import type { ExactValueVerdict, RuleResult, UndecidedReason } from "@/lib/model/gate/gate-result";
import { getQuantileLevel, unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import { signalDefinition } from "@/lib/model/signals/signals";
import { percentText } from "@/lib/sentences/signals/comparison-text";
import { signalPhrase, signalWithArticle } from "@/lib/sentences/signals/signal-phrase";
import { shareChangeText } from "./share-text";

type NamedRule = Pick<RuleResult, "signal" | "statistic" | "isPerInstance">;

/** Returns the name of the judged statistic: "TTFT p95", "mean TPOT", "errors per request", "throughput per instance". */
export function ruleName({ isPerInstance, ...rule }: NamedRule): string {
  return isPerInstance === true ? `${totalName(rule)} per instance` : totalName(rule);
}

function totalName({ signal, statistic }: NamedRule): string {
  const name = signalPhrase(signal);
  if (getQuantileLevel(statistic) !== null) return `${name} ${statistic}`;
  if (statistic === "mean") return `mean ${name}`;
  if (statistic === "ratio-to-requests") return `${name} per request`;
  return signal === "output-tokens" ? "throughput" : name;
}

/** Returns the verdict on a gate rule with its numbers, in one to three sentences. */
export function ruleText(rule: RuleResult): string {
  const { exact } = rule;
  const name = capitalise(ruleName(rule));
  const bucket = resolutionText(rule);
  if (bucket === null)
    return joinSentences([changeText(name, rule, rule), undecidedText(rule.undecidedReason)]);
  const decisive = exact.filter(({ verdict }) => verdict === rule.verdict);
  return joinSentences([
    `${name} of the baseline is ${bucket}. This bucket is too wide to check the limit. Instead, the mean and the shares of requests above the edges of the bucket were judged.`,
    ...decisive.map((part) => changeText(capitalise(exactStatisticName(rule, part)), part, rule)),
    undecidedText(rule.undecidedReason),
  ]);
}

/** Returns the bucket of a quantile that is too wide to judge it: "in 0.25–0.5 s"; null if it was judged directly. */
function resolutionText({ signal, resolution }: Pick<RuleResult, "signal" | "resolution">): string | null {
  const { unit, displayUnit } = signalDefinition(signal);
  return resolution === null ? null : formatBucket(resolution, unit, displayUnit);
}

/**
 * Returns the table cell that states whether the buckets are narrow enough for a rule: the bucket that is
 * too wide, or that the resolution is sufficient.
 */
export function resolutionCell(rule: Pick<RuleResult, "signal" | "resolution">): string {
  return resolutionText(rule) ?? "sufficient";
}

/**
 * Returns the name of a statistic that does not depend on bucket width: "mean TTFT", "share of requests with
 * a TTFT above 0.25 s".
 */
export function exactStatisticName(
  { signal }: NamedRule,
  { aboveEdge }: Pick<ExactValueVerdict, "aboveEdge">,
): string {
  const { unit, displayUnit } = signalDefinition(signal);
  return aboveEdge === null
    ? `mean ${signalPhrase(signal)}`
    : `share of requests with ${signalWithArticle(signal)} above ${formatConfiguredValue(aboveEdge, unit, displayUnit)}`;
}

type Measured = Pick<ExactValueVerdict, "verdict" | "baseline" | "window" | "regression" | "limitRatio"> & {
  readonly aboveEdge?: number | null;
};

/** Describes the change of a number. For a share of requests, it states both values, because a relative change of a small share misleads. */
function changeText(name: string, measured: Measured, rule: RuleResult): string {
  const { baseline, window, regression } = measured;
  if (baseline === null || window === null) return "";
  const limit = `Maximum regression: ${percentText(measured.limitRatio ?? rule.maxRegressionRatio)}.`;
  const isShare = isShareOf(rule, measured);
  const [before, now] = [baseline, window].map(({ value }) => valueText(rule, value, measured));
  const values = `${before} in the baseline, ${now} now`;
  if (regression === null) return `${name}: ${values}.`;
  const shareChange = shareChangeText(rule, measured);
  if (shareChange !== null)
    return `${name}: ${values} (95 % interval of the change: ${shareChange.interval}). Maximum increase: ${shareChange.limit}.`;
  const largestIncrease = largestIncreaseText(rule, measured);
  if (largestIncrease !== null) return `${name}: ${values}. Maximum increase: ${largestIncrease}.`;
  if (isShare)
    return `${name}: ${values} (95 % interval of the relative regression: ${rangeText(regression)}). ${limit}`;
  const direction = directionOf(rule, regression.value);
  return `${name} is ${percentText(Math.abs(regression.value))} ${direction} than in the baseline (95 % interval of the relative regression: ${rangeText(regression)}): ${values}. ${limit}`;
}

/**
 * Returns by how much a number that was 0 in the baseline may increase, because it has no relative change. Returns null
 * if the number was not 0, or is a share of requests.
 */
export function largestIncreaseText(
  rule: RuleResult,
  { baseline, aboveEdge = null, limitRatio }: Pick<Measured, "baseline" | "aboveEdge" | "limitRatio">,
): string | null {
  const base = findZeroBase(unitOfStatistic(rule.signal, rule.statistic).unit);
  if (baseline?.value !== 0 || isShareOf(rule, { aboveEdge }) || base === undefined) return null;
  return valueText(rule, (limitRatio ?? rule.maxRegressionRatio) * base);
}

/** Formats a value of a rule, or of a statistic that replaces its percentile, with its unit. */
export function valueText(
  rule: RuleResult,
  value: number,
  measured: Pick<Measured, "aboveEdge"> = {},
): string {
  const { unit, displayUnit } = isShareOf(rule, measured)
    ? ({ unit: "ratio", displayUnit: "%" } as const)
    : unitOfStatistic(rule.signal, measured.aboveEdge === null ? "mean" : rule.statistic);
  // An exact value that replaces the percentile has no bucket.
  const bucket = measured.aboveEdge === undefined ? findResolution(rule, value) : null;
  return formatQuantileWithUnit(value, bucket, unit, displayUnit);
}

/** Returns the bucket that is too wide to judge a percentile if it contains the value; null otherwise. */
function findResolution({ resolution }: RuleResult, value: number): RuleResult["resolution"] {
  if (resolution === null || value < resolution.lower) return null;
  return resolution.upper === null || value <= resolution.upper ? resolution : null;
}

function isShareOf({ statistic }: RuleResult, { aboveEdge }: Pick<Measured, "aboveEdge">): boolean {
  return statistic === "ratio-to-requests" || (aboveEdge !== undefined && aboveEdge !== null);
}

type Interval = Pick<NonNullable<RuleResult["regression"]>, "lower" | "upper">;

/**
 * Returns whether the confidence interval allows any regression: it has no upper end, and its lower end is
 * missing or −100 %.
 */
export function isUnbounded({ lower, upper }: Interval): boolean {
  return upper === null && (lower === null || lower <= -1);
}

/** Formats the confidence interval of a regression: "12 % to 24 %"; "from 3 %" without an upper end. */
export function rangeText({ lower, upper }: Interval): string {
  if (isUnbounded({ lower, upper })) return "unbounded";
  const ends = [lower, upper].map((end) => (end === null ? null : signedPercent(end)));
  if (ends[0] === null) return `up to ${ends[1]}`;
  return ends[1] === null ? `from ${ends[0]}` : `${ends[0]} to ${ends[1]}`;
}

/** Formats a regression as a percentage; an improvement has a minus sign. */
export function signedPercent(ratio: number): string {
  return ratio < 0 ? `−${percentText(-ratio)}` : percentText(ratio);
}

function directionOf({ signal }: NamedRule, regressionRatio: number): string {
  const isWorse = regressionRatio > 0;
  return (signalDefinition(signal).better === "higher") === isWorse ? "lower" : "higher";
}

/** Returns why a rule is undecided and which data would decide it; empty for another verdict. */
export function undecidedText(reason: UndecidedReason | null): string {
  if (reason === null) return "";
  switch (reason.kind) {
    case "no-value": {
      const side = reason.side === "baseline" ? "The baseline" : "The window";
      return `${side} has no value. ${reason.detail ?? "Fewer than 20 time blocks are complete."}`;
    }
    case "no-base":
      return "The value of the baseline is 0, so a relative change does not exist.";
    case "few-samples": {
      const { neededWindowMs, additionalRequestCount } = reason.further;
      if (neededWindowMs === null)
        return "The interval contains the limit. A longer window alone is not enough: capture a longer baseline too.";
      const requests =
        additionalRequestCount === null
          ? ""
          : `, with about ${countWithNoun(additionalRequestCount, "more request")},`;
      return `The interval contains the limit. A window of ${formatElapsed(neededWindowMs)}${requests} would be enough for a verdict.`;
    }
  }
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function joinSentences(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}
