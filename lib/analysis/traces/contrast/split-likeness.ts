/**
 * Whether two attributes part the requests in nearly the same way, as prompt tokens and prefill tokens do: numbers that rise together
 * (Spearman's rank correlation), numbers whose largest are those of nearly the same requests, or values that nearly the same requests
 * have (those with both over those with either, and so for those without). Or the other way round, as "ended in error" true and false do: nearly all that have
 * not the one have the other.
 */
import { pearson } from "@/lib/analysis/statistics/pearson";
import { midRanks } from "@/lib/analysis/statistics/ranks";
import { matches, type FeatureTest } from "./feature-test";

const minOverlap = 0.9;
const minCorrelation = 0.9;
/** The correlation of numbers that fewer of the requests tell together is not asked. */
const minReportedShare = 0.9;

/** A split with what is looked at again for each other that it is held against. */
export interface IndexedSplit {
  readonly test: FeatureTest;
  /** 1 for requests that it means. */
  readonly has: Uint8Array;
  readonly count: number;
  /** Of numbers those that are told, smallest first; null for values. */
  readonly sorted: Float64Array | null;
}

export function indexSplit(test: FeatureTest): IndexedSplit {
  const { match, values } = test;
  const has = Uint8Array.from(values, (value) => (matches(match, value) ? 1 : 0));
  const sorted =
    match.kind === "range"
      ? Float64Array.from(values.filter((value) => typeof value === "number")).sort()
      : null;
  return { test, has, count: has.reduce((sum, one) => sum + one, 0), sorted };
}

/** `same`: of the same requests; `others`: of those that the first does not mean. Null where they part them in different ways. */
export type SplitLikeness = "same" | "complement" | null;

/** Both asked of the same requests in the same order. */
export function splitLikeness(a: IndexedSplit, b: IndexedSplit): SplitLikeness {
  const isOneAttribute =
    a.test.feature.attribute === b.test.feature.attribute &&
    a.test.feature.service === b.test.feature.service;
  // No request has two values of one attribute.
  if (!isOneAttribute && isSameSplit(a, b)) return "same";
  return areNearlySame(
    a.has.map((one) => 1 - one),
    b.has,
  )
    ? "complement"
    : null;
}

function isSameSplit(a: IndexedSplit, b: IndexedSplit): boolean {
  if (areNearlySame(a.has, b.has)) return true;
  return a.sorted !== null && b.sorted !== null && (riseTogether(a.test, b.test) || haveSameEnds(a, b));
}

/**
 * Whether those with both are nearly those with either, and those without either nearly those without both: of two values that
 * nearly all requests have, that is told by the few that have them not.
 */
function areNearlySame(a: Uint8Array, b: Uint8Array): boolean {
  let [inBoth, inEither] = [0, 0];
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? 0;
    inBoth += one & other;
    inEither += one | other;
  }
  const size = a.length;
  return inBoth >= minOverlap * inEither && size - inEither >= minOverlap * (size - inBoth);
}

/** Whether b has a cut of its own that means nearly the requests of a: where fewer tell it, its shown cut lies elsewhere. */
function haveSameEnds(a: IndexedSplit, b: IndexedSplit): boolean {
  const isUpper = upper(a.test);
  const { sorted } = b;
  if (sorted === null || isUpper !== upper(b.test) || a.count === 0 || a.count >= sorted.length) return false;
  const edge = sorted[isUpper ? sorted.length - a.count : a.count - 1] ?? 0;
  const isBeyond = (value: FeatureTest["values"][number]): boolean =>
    typeof value === "number" && (isUpper ? value >= edge : value <= edge);
  return areNearlySame(
    a.has,
    Uint8Array.from(b.test.values, (value) => Number(isBeyond(value))),
  );
}

function upper({ match }: FeatureTest): boolean {
  return match.kind === "range" && match.above !== null;
}

function riseTogether(a: FeatureTest, b: FeatureTest): boolean {
  const together = [...a.values.keys()].filter(
    (index) => typeof a.values[index] === "number" && typeof b.values[index] === "number",
  );
  if (together.length < minReportedShare * a.values.length) return false;
  const ranksOf = ({ values }: FeatureTest): Float64Array =>
    midRanks(Float64Array.from(together, (index) => Number(values[index])));
  return pearson(ranksOf(a), ranksOf(b)) >= minCorrelation;
}
