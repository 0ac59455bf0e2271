/**
 * Detects attributes that split the requests almost identically, such as prompt tokens and prefill tokens. Criteria:
 * numbers with a high Spearman rank correlation; numbers whose largest values belong to nearly the same requests; or
 * values with a high overlap (Jaccard index, with and without the value). The relation may also be a complement, such
 * as "ended in error" true and false.
 */
import { pearsonCorrelation } from "@/lib/analysis/statistics/series/pearson";
import { midRanks } from "@/lib/analysis/statistics/significance/ranks";
import { matchesFeature, type FeatureTest } from "./feature-test";

const minOverlap = 0.9;
const minCorrelation = 0.9;
/** Minimum fraction of requests that report both numbers. With fewer, the correlation of the numbers is not tested. */
const minReportedShare = 0.9;

/**
 * Condition on an attribute with the requests that match it, prepared for comparisons with other conditions.
 */
export interface IndexedSplit {
  readonly test: FeatureTest;
  /** For each request, 1 if it matches the condition, otherwise 0. */
  readonly hasFeature: Uint8Array;
  readonly matchCount: number;
  /** Reported numbers in ascending order; null for values. */
  readonly sortedNumbers: Float64Array | null;
}

/** Precomputes which requests match a condition on an attribute. */
export function indexSplit(test: FeatureTest): IndexedSplit {
  const { match, values } = test;
  const has = Uint8Array.from(values, (value) => (matchesFeature(match, value) ? 1 : 0));
  const sorted =
    match.kind === "range"
      ? Float64Array.from(values.filter((value) => typeof value === "number")).sort()
      : null;
  return { test, hasFeature: has, matchCount: has.reduce((sum, one) => sum + one, 0), sortedNumbers: sorted };
}

/**
 * Relation of two conditions. `same`: they match nearly the same requests; `complement`: one matches nearly
 * all requests that the other does not. Null for neither.
 */
export type SplitRelation = "same" | "complement" | null;

/** Returns whether two conditions match nearly the same requests, or complementary sets of requests. */
export function compareSplits(a: IndexedSplit, b: IndexedSplit): SplitRelation {
  const isOneAttribute =
    a.test.feature.attribute === b.test.feature.attribute &&
    a.test.feature.service === b.test.feature.service;
  // A request has only one value of an attribute.
  if (!isOneAttribute && isSameSplit(a, b)) return "same";
  return areNearlySame(
    a.hasFeature.map((one) => 1 - one),
    b.hasFeature,
  )
    ? "complement"
    : null;
}

function isSameSplit(a: IndexedSplit, b: IndexedSplit): boolean {
  if (areNearlySame(a.hasFeature, b.hasFeature)) return true;
  return (
    a.sortedNumbers !== null &&
    b.sortedNumbers !== null &&
    (riseTogether(a.test, b.test) || haveSameEnds(a, b))
  );
}

/**
 * Returns whether the overlap is high both for requests with the value and for requests without it. If nearly all
 * requests have both values, the few requests without them decide.
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

/**
 * Returns whether there is a threshold for the numbers of `b` with which it matches nearly the requests of `a`. If
 * fewer requests report `b`, this threshold differs from its displayed one.
 */
function haveSameEnds(a: IndexedSplit, b: IndexedSplit): boolean {
  const isUpper = isUpperRange(a.test);
  const { sortedNumbers: sorted } = b;
  if (
    sorted === null ||
    isUpper !== isUpperRange(b.test) ||
    a.matchCount === 0 ||
    a.matchCount >= sorted.length
  )
    return false;
  const edge = sorted[isUpper ? sorted.length - a.matchCount : a.matchCount - 1] ?? 0;
  const isBeyond = (value: FeatureTest["values"][number]): boolean =>
    typeof value === "number" && (isUpper ? value >= edge : value <= edge);
  return areNearlySame(
    a.hasFeature,
    Uint8Array.from(b.test.values, (value) => Number(isBeyond(value))),
  );
}

function isUpperRange({ match }: FeatureTest): boolean {
  return match.kind === "range" && match.above !== null;
}

function riseTogether(a: FeatureTest, b: FeatureTest): boolean {
  const together = [...a.values.keys()].filter(
    (index) => typeof a.values[index] === "number" && typeof b.values[index] === "number",
  );
  if (together.length < minReportedShare * a.values.length) return false;
  const ranksOf = ({ values }: FeatureTest): Float64Array =>
    midRanks(Float64Array.from(together, (index) => Number(values[index])));
  return pearsonCorrelation(ranksOf(a), ranksOf(b)) >= minCorrelation;
}
