import { mean, sampleStandardDeviation } from "simple-statistics";
import { expect, test } from "vitest";
import { createSeededRandom, randomNormal } from "@/lib/analysis/statistics/seeded-random";
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { judgeAgainstHistory } from "./judge-against-history";
import { computeMargin } from "./margin";

/** An estimate without a useful interval, so that only the history can decide. */
const estimateOf = (value: number): WindowEstimate => ({
  value,
  lower: 0,
  upper: null,
  bucket: null,
  n: 1_000,
});

/** Returns the share of pairs with a verdict. The windows have the same log-normal distribution, except for `factor`. */
function decidedShare(windowCount: number, sigma: number, factor: number): number {
  const random = createSeededRandom(windowCount + sigma * 100);
  const draw = () => Math.exp(sigma * randomNormal(random));
  const pairCount = 4_000;
  let decided = 0;
  for (let pair = 0; pair < pairCount; pair += 1) {
    const windows = Array.from({ length: windowCount }, draw);
    const spread = { windowCount, standardDeviationRatio: sampleStandardDeviation(windows) / mean(windows) };
    const [before, after] = [estimateOf(draw()), estimateOf(factor * draw())];
    const change = after.value / before.value - 1;
    const judged = judgeAgainstHistory({
      before,
      after,
      change,
      margin: computeMargin(spread),
      spread,
      better: "lower",
    });
    if (judged !== undefined) decided += 1;
  }
  return decided / pairCount;
}

test.each([
  [6, 0.03],
  [28, 0.03],
  [28, 0.15],
  [28, 0.6],
])("two windows of %i alike with σ %d have a verdict in at most 0.4 %% of pairs", (windowCount, sigma) => {
  expect(decidedShare(windowCount, sigma, 1)).toBeLessThanOrEqual(0.004);
});

test.each([
  [28, 0.04, 2],
  [28, 0.3, 39],
])(
  "with %i windows and σ %d, a value %d times as large has a verdict in nearly every pair",
  (windowCount, sigma, factor) => {
    expect(decidedShare(windowCount, sigma, factor)).toBeGreaterThan(0.98);
  },
);
