/** Texts of the Slow requests page. */
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import { formatNanoseconds, formatCoarseDuration } from "@/lib/format/time";
import { slowQuantiles } from "@/lib/model/traces/study-bounds";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";

/** Comparison of slow requests with the other requests, or why a group is too small. */
export type SlowAnalysis = TraceStudy["slow"];
/** Attribute values that are more or less frequent in slow requests than in the other requests. */
export type SlowDifferences = Extract<SlowAnalysis, { kind: "differences" }>;
/** Attribute value that is more or less frequent in slow requests than in the other requests. */
export type SlowDifference = SlowDifferences["differences"]["rows"][number];
type Feature = SlowDifference["feature"];

const percent = (ratio: number): string => formatWithUnit(ratio, "ratio", "%");
const times = { duration: "duration", ttft: "time to first token" } as const;

/** Formats the condition on an attribute: a value, "over 4,096", "up to 512" or "not set". */
export function matchText({ match }: Pick<SlowDifference, "match">): string {
  if (match.kind === "missing") return "not set";
  if (match.kind === "value") return String(match.value);
  if (match.above !== null) return `over ${formatNumber(match.above)}`;
  return match.upTo === null ? "any" : `up to ${formatNumber(match.upTo)}`;
}

/** Returns the name of a compared attribute, with its service if it is a resource attribute. */
export function featureText({ feature }: { readonly feature: Feature }): string {
  return feature.service === null ? feature.attribute : `${feature.attribute} of ${feature.service}`;
}

/** Returns the headline about slow requests in two parts, of which the first is the conclusion. */
export function slowHeadline(slow: SlowAnalysis): { readonly first: string; readonly rest: string } {
  if (slow.kind === "unavailable")
    return { first: "Slow requests cannot be distinguished from the rest.", rest: ` ${slow.reason}` };
  const above = formatNanoseconds(slow.thresholdNs);
  if (slow.kind === "too-few")
    return {
      first: "Too few requests to analyse:",
      rest: ` ${formatCount(slow.slowCount)} above ${above}, ${formatCount(slow.restCount)} below. Each group requires ${slow.neededCount}.`,
    };
  const strongest = (about: SlowDifference["category"]): SlowDifference | undefined =>
    slow.differences.rows.find(
      (row) => !row.mayBeChance && row.shareDifference > 0 && row.category === about,
    );
  const [strongestLocation, strongestRequest] = [strongest("infrastructure"), strongest("request")];
  const best = strongestLocation ?? strongestRequest;
  if (best === undefined)
    return {
      first: "No attribute distinguishes slow requests significantly",
      rest: `: ${countWithNoun(slow.slowCount, "request")} above ${aboveText(slow)} ${singularOrPlural(slow.slowCount, "was", "were")} compared with ${countWithNoun(slow.restCount, "other request")}.`,
    };
  if (slow.otherTime !== null && best.by !== slow.by)
    return {
      first: `${percent(best.slowShare)} of ${slowGroups[best.by]} have ${conditionText(best)}`,
      rest: `, compared with ${percent(best.restShare)} of the rest. A request counts as slow with a ${times[best.by]} above ${formatNanoseconds(slow.otherTime.thresholdNs)}, or with a ${times[slow.by]} above ${aboveText(slow)}${requestAttributesText(strongestRequest)}.`,
    };
  return {
    first: `${percent(best.slowShare)} of slow requests have ${conditionText(best)}`,
    rest: `, compared with ${percent(best.restShare)} of the rest${strongestLocation === undefined ? "" : requestAttributesText(strongestRequest)}. Slow means above ${aboveText(slow)}.`,
  };
}

const slowGroups = {
  ttft: "requests with a slow first token",
  duration: "requests with a long duration",
} as const;

/** Formats the threshold, and explains why its quantile is lower than the default. */
function aboveText({ thresholdNs, quantile, defaultSlowQuantile }: SlowDifferences): string {
  const above = formatNanoseconds(thresholdNs);
  if (defaultSlowQuantile === null || quantile === null) return above;
  return `${above} (${formatQuantile(quantile)}, because only ${countWithNoun(defaultSlowQuantile.slowCount, "request is", "requests are")} above ${formatQuantile(defaultSlowQuantile.q)})`;
}

/**
 * Returns a note for a difference that was found with the other definition of slow: by duration instead of TTFT, or by
 * TTFT instead of duration. Null for a difference that was found with the selected definition.
 */
export function otherTimeText({ by, otherTime }: SlowDifferences, row: SlowDifference): string | null {
  return otherTime === null || row.by === by
    ? null
    : `by ${times[row.by]}, above ${formatNanoseconds(otherTime.thresholdNs)}`;
}

/**
 * Describes the strongest request attribute, such as the prompt length. The headline states it after the location, because
 * longer requests are slower in every healthy deployment too.
 */
function requestAttributesText(strongestRequest: SlowDifference | undefined): string {
  if (strongestRequest === undefined) return "";
  const { feature, match } = strongestRequest;
  const isLonger = feature.attribute.endsWith("tokens") && match.kind === "range" && match.above !== null;
  const which = isLonger ? "Slow requests have more tokens: " : "Request attributes: ";
  return `. ${which}${percent(strongestRequest.slowShare)} have ${conditionText(strongestRequest)}, compared with ${percent(strongestRequest.restShare)} of the rest`;
}

/** Formats an attribute with its condition. */
export function conditionText(split: Pick<SlowDifference, "feature" | "match">): string {
  return `${featureText(split)} ${matchText(split)}`;
}

const relatedLabels = { same: "Same requests as", complement: "All requests except those with" } as const;

/** Lists other attribute values that select the same requests as the value of a row. Empty without any. */
export function equivalentsText(equivalents: SlowDifference["equivalents"]): string {
  const groups = (["same", "complement"] as const).map((are) => ({
    are,
    related: equivalents.filter((one) => one.relation === are),
  }));
  return groups
    .filter(({ related }) => related.length > 0)
    .map(({ are, related }) => `${relatedLabels[are]}: ${related.map(conditionText).join("; ")}.`)
    .join(" ");
}

/**
 * Suggests a threshold that leaves enough requests in each group. `coveredMs` is the duration of the time
 * range that was read.
 */
export function sufficientSampleText(
  {
    sufficientQuantile,
    neededCount: needed,
    slowCount: slow,
    restCount: rest,
  }: Extract<SlowAnalysis, { kind: "too-few" }>,
  coveredMs: number,
): string {
  if (sufficientQuantile === null)
    return `No quantile leaves ${needed} requests both above and below the threshold. Choose a longer window, or read more traces.${rateText(needed, slow + rest, coveredMs)}`;
  return `${countWithNoun(sufficientQuantile.slowCount, "request is", "requests are")} above ${formatQuantile(sufficientQuantile.q)}, which is enough for an analysis. You can also choose a longer window or read more traces.`;
}

/** Estimates how long it takes to collect enough requests for the lowest quantile. */
function rateText(needed: number, readCount: number, coveredMs: number): string {
  const lowest = Math.min(...slowQuantiles);
  const wanted = Math.ceil(needed / Math.min(lowest, 1 - lowest));
  if (readCount === 0 || readCount >= wanted || coveredMs <= 0) return "";
  const minutes = Math.ceil((coveredMs * wanted) / readCount / 60_000);
  return ` At the current rate, a window of about ${formatCoarseDuration(minutes * 60_000)} has the ${formatCount(wanted)} requests that ${formatQuantile(lowest)} requires.`;
}

/** Formats a quantile as a percentile: "p95" for 0.95. */
export function formatQuantile(q: number): string {
  return `p${Number((q * 100).toFixed(1))}`;
}

/** Explains which requests are slow, how many were compared, and how to read the p-value. */
export function slowSentence(slow: SlowDifferences): string {
  const unreportedText =
    slow.missingTimeCount === 0
      ? ""
      : ` ${countWithNoun(slow.missingTimeCount, "request")} without a reported ${times[slow.by]} ${singularOrPlural(slow.missingTimeCount, "is", "are")} excluded.`;
  return `${countWithNoun(slow.slowCount, "slow request was", "slow requests were")} compared with ${countWithNoun(slow.restCount, "other request")}. Slow means a ${times[slow.by]} above ${aboveText(slow)}.${unreportedText} ${countWithNoun(slow.testCount, "value or range was", "values and ranges were")} tested. The p-value is the probability of a difference this large if the attribute had no influence, corrected for all tests. Requests of the same minute or batch are not independent, so p-values near 0.05 are weak evidence.`;
}
