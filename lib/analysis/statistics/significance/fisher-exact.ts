/**
 * Fisher's exact test of two shares: k₁ of n₁ compared with k₂ of n₂. With both margins fixed, k₁ is hypergeometric
 * if the groups do not differ. The p-value is the sum over all tables that are at most as likely as the observed one
 * (Fisher 1935; the two-sided rule of R's fisher.test). The test is exact, so it also works for small counts. Time is
 * linear in the smaller margin.
 */
import { gammaln } from "simple-statistics";

/** Number of observations with a property (`hits`) out of n. */
export interface HitCount {
  readonly hits: number;
  readonly n: number;
}

/** Tables whose probability differs from the observed one by less than this factor are equally likely, as in R. */
const equalProbabilityFactor = 1 + 1e-7;

/** Returns the two-sided p-value of Fisher's exact test for equal proportions; 1 if a group is empty. */
export function fisherTwoSided(a: HitCount, b: HitCount): number {
  const hits = a.hits + b.hits;
  const n = a.n + b.n;
  if (a.n === 0 || b.n === 0) return 1;
  const minHits = Math.max(0, hits - b.n);
  const maxHits = Math.min(hits, a.n);
  const logTotal = logChoose(n, hits);
  const probability = (k: number): number =>
    Math.exp(logChoose(a.n, k) + logChoose(b.n, hits - k) - logTotal);
  const limit = probability(a.hits) * equalProbabilityFactor;
  let sum = 0;
  for (let k = minHits; k <= maxHits; k += 1) {
    const tableProbability = probability(k);
    if (tableProbability <= limit) sum += tableProbability;
  }
  return Math.min(1, sum);
}

function logChoose(n: number, k: number): number {
  if (k === 0 || k === n) return 0;
  return gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1);
}
