/** What sets the slow apart, in words, and the condition that a row stands for. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import type { StudyState } from "@/lib/client/study-url";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import { formatNanoseconds, formatSpan } from "@/lib/format/time";
import { slowQuantiles } from "@/lib/model/study-bounds";

export type Slow = TraceStudy["slow"];
export type Separations = Extract<Slow, { kind: "separations" }>;
export type Separation = Separations["separations"]["rows"][number];
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
  if (slow.kind === "untold") return { first: "Slow cannot be told from the rest.", rest: ` ${slow.why}` };
  const above = formatNanoseconds(slow.thresholdNs);
  if (slow.kind === "too-few")
    return {
      first: `Too few requests to tell slow from the rest:`,
      rest: ` ${formatCount(slow.slow)} above ${above} and ${formatCount(slow.rest)} not; each side needs ${slow.needed}.`,
    };
  const strongest = (about: Separation["about"]): Separation | undefined =>
    slow.separations.rows.find((row) => !row.isChance && row.difference > 0 && row.about === about);
  const [place, asked] = [strongest("place"), strongest("request")];
  const best = place ?? asked;
  if (best === undefined)
    return {
      first: "Nothing that is known of the requests sets the slow apart beyond chance",
      rest: `: ${formatCount(slow.slow)} above ${aboveText(slow)} against ${formatCount(slow.rest)}.`,
    };
  if (slow.other !== null && best.by !== slow.by)
    return {
      first: `${percent(best.slowShare)} of ${whose[best.by]} have ${splitText(best)}`,
      rest: `, of the rest ${percent(best.restShare)}; slow there is above ${formatNanoseconds(slow.other.thresholdNs)}. By ${times[slow.by]} slow is above ${aboveText(slow)}${besidesText(asked)}.`,
    };
  return {
    first: `${percent(best.slowShare)} of the slow requests have ${splitText(best)}`,
    rest: `, of the rest ${percent(best.restShare)}${place === undefined ? "" : besidesText(asked)}. Slow is above ${aboveText(slow)}.`,
  };
}

const whose = {
  ttft: "the requests that are slow to their first token",
  duration: "the requests that are slow as a whole",
} as const;

/** The threshold, and why it is a lower quantile than the usual one. */
function aboveText({ thresholdNs, quantile, usual }: Separations): string {
  const above = formatNanoseconds(thresholdNs);
  if (usual === null || quantile === null) return above;
  const are = usual.slow === 1 ? "is" : "are";
  return `${above}, the ${quantileName(quantile)}: above the ${quantileName(usual.q)} there ${are} only ${formatCount(usual.slow)}`;
}

/** What a row in the list says of itself that is told by another time than the one asked for; null for all others. */
export function otherText({ by, other }: Separations, row: Separation): string | null {
  return other === null || row.by === by
    ? null
    : `by ${times[row.by]}, above ${formatNanoseconds(other.thresholdNs)}`;
}

/** What was asked beside where it ran: lengths make requests slow in every healthy fleet. */
function besidesText(asked: Separation | undefined): string {
  if (asked === undefined) return "";
  const { feature, match } = asked;
  const isLonger = feature.attribute.endsWith("tokens") && match.kind === "range" && match.above !== null;
  const which = isLonger ? "and they are the longer ones: " : "and of what was asked: ";
  return `; ${which}${percent(asked.slowShare)} have ${splitText(asked)}, of the rest ${percent(asked.restShare)}`;
}

export function splitText(split: Pick<Separation, "feature" | "match">): string {
  return `${featureText(split)} ${matchText(split)}`;
}

const aliked = { same: "the same requests", others: "the other requests" } as const;

/** What parts the requests as the row does; an empty text where nothing does. */
export function alsoText(also: Separation["also"]): string {
  const told = (["same", "others"] as const).map((are) => ({
    are,
    own: also.filter((one) => one.are === are),
  }));
  return told
    .filter(({ own }) => own.length > 0)
    .map(({ are, own }) => `${aliked[are]}: ${own.map(splitText).join("; ")}`)
    .join("; ");
}

/** What to choose where the threshold leaves too few of the requests that were read, which are of so long a time. */
export function enoughText(
  { enough, needed, slow, rest }: Extract<Slow, { kind: "too-few" }>,
  coveredMs: number,
): string {
  if (enough === null)
    return `No quantile leaves ${needed} requests on each side: choose a longer window, or more traces in the conditions above.${rateText(needed, slow + rest, coveredMs)}`;
  return `Above ${quantileName(enough.q)} there are ${formatCount(enough.slow)}, which is enough. A longer window or more traces would do as well.`;
}

/** How long it takes until enough have come for the lowest of the quantiles. */
function rateText(needed: number, came: number, coveredMs: number): string {
  const lowest = Math.min(...slowQuantiles);
  const wanted = Math.ceil(needed / Math.min(lowest, 1 - lowest));
  if (came === 0 || came >= wanted || coveredMs <= 0) return "";
  const minutes = Math.ceil((coveredMs * wanted) / came / 60_000);
  return ` They come at a rate at which about ${formatSpan(minutes * 60_000)} hold the ${formatCount(wanted)} that ${quantileName(lowest)} needs.`;
}

export function quantileName(q: number): string {
  return `p${Number((q * 100).toFixed(1))}`;
}

export function slowSentence(slow: Separations): string {
  const untold =
    slow.untold === 0
      ? ""
      : ` ${formatCount(slow.untold)} do not tell their ${times[slow.by]} and are in neither.`;
  return `${formatCount(slow.slow)} slow requests, by ${times[slow.by]} above ${aboveText(slow)}, against ${formatCount(slow.rest)} others.${untold} ${formatCount(slow.questions)} values and ranges were asked about; Chance is that of so large a difference if the value had nothing to do with it, corrected for all of them. Requests of one minute or batch are not independent: near 0.05 it is worth less than it says.`;
}
