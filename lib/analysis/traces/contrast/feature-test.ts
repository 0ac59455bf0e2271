/** Statistical tests of one attribute: one test per value, or one test for a numeric attribute. */
import { fisherTwoSided } from "@/lib/analysis/statistics/significance/fisher-exact";
import { compareRanks } from "@/lib/analysis/statistics/significance/mann-whitney";
import { observedQuantile } from "@/lib/analysis/statistics/quantiles/observed-quantile";
import type { Feature, FeatureTable, FeatureValue } from "./features";

/** Condition on the value of an attribute: an exact value, a missing attribute, or a range. */
export type FeatureMatch =
  | { readonly kind: "value"; readonly value: FeatureValue }
  /** Requests without the attribute. */
  | { readonly kind: "missing" }
  /** Lower bound, exclusive, and upper bound, inclusive; null is unbounded. */
  | { readonly kind: "range"; readonly above: number | null; readonly upTo: number | null };

/** Condition on one attribute, with how often slow and other requests match it. */
export interface FeatureTest {
  readonly feature: Feature;
  readonly match: FeatureMatch;
  /** Values of all requests, slow requests first. */
  readonly values: FeatureTable["values"];
  readonly slowCount: number;
  readonly restCount: number;
  readonly slowShare: number;
  readonly restShare: number;
  readonly shareDifference: number;
  /** P-value before correction for multiple tests. */
  readonly unadjustedPValue: number;
}

/** Minimum number of requests with a value. Rarer values are not tested. */
const minHits = 5;
/** A numeric attribute with at most this number of distinct values is tested per value. */
const fewNumbers = 8;
const cutQuantiles = [0.25, 0.5, 0.75, 0.9] as const;

/** Returns whether a request with `value` matches. */
export function matchesFeature(match: FeatureMatch, value: FeatureValue | null): boolean {
  if (match.kind === "missing") return value === null;
  if (match.kind === "value") return value === match.value;
  return typeof value === "number" && value > (match.above ?? -Infinity) && value <= (match.upTo ?? Infinity);
}

/**
 * Tests whether the values of an attribute are more frequent in slow requests. The first `slowCount` values
 * belong to slow requests.
 */
export function testFeature(table: FeatureTable, slowCount: number): readonly FeatureTest[] {
  const { values } = table;
  const numbers = values.filter((value) => typeof value === "number");
  const isNumber = numbers.length > 0 && values.every((value) => value === null || typeof value === "number");
  if (isNumber && new Set(numbers).size > fewNumbers) return testNumber(table, slowCount);
  const hits = new Map<FeatureValue | null, [number, number]>();
  for (const [index, value] of values.entries()) {
    const tally = hits.get(value) ?? [0, 0];
    tally[index < slowCount ? 0 : 1] += 1;
    hits.set(value, tally);
  }
  // A constant attribute cannot distinguish requests.
  if (hits.size < 2) return [];
  return [...hits]
    .filter(([, [slow, rest]]) => slow + rest >= minHits)
    .map(([value, counts]) => {
      const match: FeatureMatch = value === null ? { kind: "missing" } : { kind: "value", value };
      return featureTest(table, match, { counts, slowCount });
    });
}

interface Counted {
  readonly counts: readonly [number, number];
  readonly slowCount: number;
}

function featureTest(
  { feature, values }: FeatureTable,
  match: FeatureMatch,
  { counts, slowCount }: Counted,
): FeatureTest {
  const [slow, rest] = counts;
  const restCount = values.length - slowCount;
  const [slowShare, restShare] = [slow / slowCount, rest / restCount];
  const unadjustedPValue = fisherTwoSided({ hits: slow, n: slowCount }, { hits: rest, n: restCount });
  const difference = slowShare - restShare;
  return {
    feature,
    match,
    values,
    slowCount: slow,
    restCount: rest,
    slowShare,
    restShare,
    shareDifference: difference,
    unadjustedPValue,
  };
}

/** Tests a numeric attribute once. The result contains the range that separates the groups most. */
function testNumber(table: FeatureTable, slowCount: number): readonly FeatureTest[] {
  const { values } = table;
  const numbersIn = (from: number, to: number): Float64Array =>
    Float64Array.from(values.slice(from, to).filter((value) => typeof value === "number"));
  const [slow, rest] = [numbersIn(0, slowCount), numbersIn(slowCount, values.length)];
  const ranks = compareRanks(slow, rest);
  if (ranks === null || slow.length + rest.length < 2 * minHits) return [];
  const pooled = Float64Array.from([...slow, ...rest]).sort();
  const edges = cutQuantiles.map((q) => observedQuantile(pooled, q)).filter((edge) => edge !== null);
  const count = (column: Float64Array, match: FeatureMatch): number =>
    column.reduce((sum, value) => sum + Number(matchesFeature(match, value)), 0);
  const sides = edges.flatMap((edge): readonly FeatureMatch[] => [
    { kind: "range", above: edge, upTo: null },
    { kind: "range", above: null, upTo: edge },
  ]);
  const tests = sides.map((match) => {
    const counts = [count(slow, match), count(rest, match)] as const;
    return featureTest(table, match, { counts, slowCount });
  });
  const best = tests.toSorted((a, b) => b.shareDifference - a.shareDifference)[0];
  return best === undefined ? [] : [{ ...best, unadjustedPValue: ranks.pValue }];
}
