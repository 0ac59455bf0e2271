/**
 * Whether two attributes part the requests in nearly the same way, as prompt tokens and prefill tokens do: numbers that rise together
 * (Spearman's rank correlation), numbers whose largest are those of nearly the same requests, or values that nearly the same requests
 * have (those with both over those with either, and so for those without). Or the other way round, as "ended in error" true and false do: nearly all that have
 * not the one have the other.
 */
import { pearson } from "@/lib/analysis/statistics/pearson";
import { midRanks } from "@/lib/analysis/statistics/ranks";
import { matches, type Asked } from "./ask-feature";

const leastOverlap = 0.9;
const leastCorrelation = 0.9;
/** The correlation of numbers that fewer of the requests tell together is not asked. */
const leastTold = 0.9;

/** A split with what is looked at again for each other that it is held against. */
export interface HeldSplit {
  readonly asked: Asked;
  /** 1 for requests that it means. */
  readonly has: Uint8Array;
  readonly count: number;
  /** Of numbers those that are told, smallest first; null for values. */
  readonly sorted: Float64Array | null;
}

export function heldSplit(asked: Asked): HeldSplit {
  const { match, values } = asked;
  const has = Uint8Array.from(values, (value) => (matches(match, value) ? 1 : 0));
  const sorted =
    match.kind === "range"
      ? Float64Array.from(values.filter((value) => typeof value === "number")).sort()
      : null;
  return { asked, has, count: has.reduce((sum, one) => sum + one, 0), sorted };
}

/** `same`: of the same requests; `others`: of those that the first does not mean. Null where they part them in different ways. */
export type SplitLikeness = "same" | "others" | null;

/** Both asked of the same requests in the same order. */
export function splitLikeness(a: HeldSplit, b: HeldSplit): SplitLikeness {
  const isOneAttribute =
    a.asked.feature.attribute === b.asked.feature.attribute &&
    a.asked.feature.service === b.asked.feature.service;
  // No request has two values of one attribute.
  if (!isOneAttribute && isSameSplit(a, b)) return "same";
  return areNearlySame(
    a.has.map((one) => 1 - one),
    b.has,
  )
    ? "others"
    : null;
}

function isSameSplit(a: HeldSplit, b: HeldSplit): boolean {
  if (areNearlySame(a.has, b.has)) return true;
  return a.sorted !== null && b.sorted !== null && (riseTogether(a.asked, b.asked) || haveSameEnds(a, b));
}

/**
 * Whether those with both are nearly those with either, and those without either nearly those without both: of two values that
 * nearly all requests have, that is told by the few that have them not.
 */
function areNearlySame(a: Uint8Array, b: Uint8Array): boolean {
  let [both, either] = [0, 0];
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? 0;
    both += one & other;
    either += one | other;
  }
  const size = a.length;
  return both >= leastOverlap * either && size - either >= leastOverlap * (size - both);
}

/** Whether b has a cut of its own that means nearly the requests of a: where fewer tell it, its shown cut lies elsewhere. */
function haveSameEnds(a: HeldSplit, b: HeldSplit): boolean {
  const isUpper = upper(a.asked);
  const { sorted } = b;
  if (sorted === null || isUpper !== upper(b.asked) || a.count === 0 || a.count >= sorted.length)
    return false;
  const edge = sorted[isUpper ? sorted.length - a.count : a.count - 1] ?? 0;
  const isBeyond = (value: Asked["values"][number]): boolean =>
    typeof value === "number" && (isUpper ? value >= edge : value <= edge);
  return areNearlySame(
    a.has,
    Uint8Array.from(b.asked.values, (value) => Number(isBeyond(value))),
  );
}

function upper({ match }: Asked): boolean {
  return match.kind === "range" && match.above !== null;
}

function riseTogether(a: Asked, b: Asked): boolean {
  const together = [...a.values.keys()].filter(
    (index) => typeof a.values[index] === "number" && typeof b.values[index] === "number",
  );
  if (together.length < leastTold * a.values.length) return false;
  const ranksOf = ({ values }: Asked): Float64Array =>
    midRanks(Float64Array.from(together, (index) => Number(values[index])));
  return pearson(ranksOf(a), ranksOf(b)) >= leastCorrelation;
}
