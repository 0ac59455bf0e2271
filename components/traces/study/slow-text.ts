/** What sets the slow apart, in words, and the condition that a row stands for. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import type { StudyState } from "@/lib/client/study-url";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import { formatNanoseconds, formatCoarseDuration } from "@/lib/format/time";
import { slowQuantiles } from "@/lib/model/study-bounds";

export type Slow = TraceStudy["slow"];
export type Separations = Extract<Slow, { kind: "differences" }>;
export type Separation = Separations["differences"]["rows"][number];
type Feature = Separation["feature"];

const percent = (ratio: number): string => formatWithUnit(ratio, "ratio", "%");
const times = { duration: "duration", ttft: "time to first token" } as const;

export function matchText({ match }: Pick<Separation, "match">): string {
  if (match.kind === "missing") return "not told";
  if (match.kind === "value") return String(match.value);
  if (match.above !== null) return `over ${formatNumber(match.above)}`;
  return match.upTo === null ? "any" : `up to ${formatNumber(match.upTo)}`;
}

export function featureText({ feature }: { readonly feature: Feature }): string {
  return feature.service === null ? feature.attribute : `${feature.attribute} of ${feature.service}`;
}

/** The condition under which the list shows requests of this row; null where none says it. */
export function conditionOf({
  feature,
  match,
}: Pick<Separation, "feature" | "match">): Partial<StudyState> | null {
  if (/[=<>]/.test(feature.attribute) || match.kind === "missing") return null;
  if (match.kind === "value") {
    if (feature.attribute === "ended in error") return match.value === "true" ? { err: "true" } : null;
    return { attr: `${feature.attribute}=${match.value}` };
  }
  if (match.above !== null) return { attr: `${feature.attribute}>${match.above}` };
  return match.upTo === null ? null : { attr: `${feature.attribute}<=${match.upTo}` };
}

/** The page's first sentence in two parts, the first of them the answer. */
export function slowHeadline(slow: Slow): { readonly first: string; readonly rest: string } {
  if (slow.kind === "unavailable")
    return { first: "Slow cannot be told from the rest.", rest: ` ${slow.reason}` };
  const above = formatNanoseconds(slow.thresholdNs);
  if (slow.kind === "too-few")
    return {
      first: `Too few requests to tell slow from the rest:`,
      rest: ` ${formatCount(slow.slow)} above ${above} and ${formatCount(slow.rest)} not; each side needs ${slow.needed}.`,
    };
  const strongest = (about: Separation["category"]): Separation | undefined =>
    slow.differences.rows.find((row) => !row.mayBeChance && row.difference > 0 && row.category === about);
  const [strongestLocation, strongestRequest] = [strongest("infrastructure"), strongest("request")];
  const best = strongestLocation ?? strongestRequest;
  if (best === undefined)
    return {
      first: "Nothing that is known of the requests sets the slow apart beyond chance",
      rest: `: ${formatCount(slow.slow)} above ${aboveText(slow)} against ${formatCount(slow.rest)}.`,
    };
  if (slow.otherTime !== null && best.by !== slow.by)
    return {
      first: `${percent(best.slowShare)} of ${slowGroups[best.by]} have ${splitText(best)}`,
      rest: `, of the rest ${percent(best.restShare)}; slow there is above ${formatNanoseconds(slow.otherTime.thresholdNs)}. By ${times[slow.by]} slow is above ${aboveText(slow)}${requestAttributesText(strongestRequest)}.`,
    };
  return {
    first: `${percent(best.slowShare)} of the slow requests have ${splitText(best)}`,
    rest: `, of the rest ${percent(best.restShare)}${strongestLocation === undefined ? "" : requestAttributesText(strongestRequest)}. Slow is above ${aboveText(slow)}.`,
  };
}

const slowGroups = {
  ttft: "the requests that are slow to their first token",
  duration: "the requests that are slow as a whole",
} as const;

/** The threshold, and why it is a lower quantile than the usual one. */
function aboveText({ thresholdNs, quantile, defaultQuantile }: Separations): string {
  const above = formatNanoseconds(thresholdNs);
  if (defaultQuantile === null || quantile === null) return above;
  const are = defaultQuantile.slow === 1 ? "is" : "are";
  return `${above}, the ${quantileName(quantile)}: above the ${quantileName(defaultQuantile.q)} there ${are} only ${formatCount(defaultQuantile.slow)}`;
}

/** What a row in the list says of itself that is told by another time than the one asked for; null for all others. */
export function otherText({ by, otherTime }: Separations, row: Separation): string | null {
  return otherTime === null || row.by === by
    ? null
    : `by ${times[row.by]}, above ${formatNanoseconds(otherTime.thresholdNs)}`;
}

/** What was asked beside where it ran: lengths make requests slow in every healthy fleet. */
function requestAttributesText(strongestRequest: Separation | undefined): string {
  if (strongestRequest === undefined) return "";
  const { feature, match } = strongestRequest;
  const isLonger = feature.attribute.endsWith("tokens") && match.kind === "range" && match.above !== null;
  const which = isLonger ? "and they are the longer ones: " : "and of what was asked: ";
  return `; ${which}${percent(strongestRequest.slowShare)} have ${splitText(strongestRequest)}, of the rest ${percent(strongestRequest.restShare)}`;
}

export function splitText(split: Pick<Separation, "feature" | "match">): string {
  return `${featureText(split)} ${matchText(split)}`;
}

const relatedLabels = { same: "the same requests", complement: "the other requests" } as const;

/** What parts the requests as the row does; an empty text where nothing does. */
export function alsoText(also: Separation["equivalents"]): string {
  const groups = (["same", "complement"] as const).map((are) => ({
    are,
    related: also.filter((one) => one.relation === are),
  }));
  return groups
    .filter(({ related }) => related.length > 0)
    .map(({ are, related }) => `${relatedLabels[are]}: ${related.map(splitText).join("; ")}`)
    .join("; ");
}

/** What to choose where the threshold leaves too few of the requests that were read, which are of so long a time. */
export function enoughText(
  { sufficientQuantile, needed, slow, rest }: Extract<Slow, { kind: "too-few" }>,
  coveredMs: number,
): string {
  if (sufficientQuantile === null)
    return `No quantile leaves ${needed} requests on each side: choose a longer window, or more traces in the conditions above.${rateText(needed, slow + rest, coveredMs)}`;
  return `Above ${quantileName(sufficientQuantile.q)} there are ${formatCount(sufficientQuantile.slow)}, which is enough. A longer window or more traces would do as well.`;
}

/** How long it takes until enough have come for the lowest of the quantiles. */
function rateText(needed: number, readCount: number, coveredMs: number): string {
  const lowest = Math.min(...slowQuantiles);
  const wanted = Math.ceil(needed / Math.min(lowest, 1 - lowest));
  if (readCount === 0 || readCount >= wanted || coveredMs <= 0) return "";
  const minutes = Math.ceil((coveredMs * wanted) / readCount / 60_000);
  return ` They come at a rate at which about ${formatCoarseDuration(minutes * 60_000)} hold the ${formatCount(wanted)} that ${quantileName(lowest)} needs.`;
}

export function quantileName(q: number): string {
  return `p${Number((q * 100).toFixed(1))}`;
}

export function slowSentence(slow: Separations): string {
  const unreportedText =
    slow.missingTime === 0
      ? ""
      : ` ${formatCount(slow.missingTime)} do not tell their ${times[slow.by]} and are in neither.`;
  return `${formatCount(slow.slow)} slow requests, by ${times[slow.by]} above ${aboveText(slow)}, against ${formatCount(slow.rest)} others.${unreportedText} ${formatCount(slow.testCount)} values and ranges were asked about; Chance is that of so large a difference if the value had nothing to do with it, corrected for all of them. Requests of one minute or batch are not independent: near 0.05 it is worth less than it says.`;
}
