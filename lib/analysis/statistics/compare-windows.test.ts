import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareWindows } from "./compare-windows";
import {
  estimateWindowMean,
  estimateWindowQuantile,
  estimateShareAbove,
  type WindowEstimate,
} from "./window-estimate";
import { prepareHistogram } from "./quantiles/quantile";
import type { WindowSpread } from "./verdict/margin";
import { randomNormal, createSeededRandom } from "./seeded-random";

const infinity = Number.POSITIVE_INFINITY;

function exact(value: number, reach: number, n = 1000): WindowEstimate {
  return { value, lower: value - reach, upper: value + reach, n, bucket: null };
}

/** Counts of the buckets up to 0.1, 0.25, 0.5, 1 and above. */
function latencies(...counts: number[]): NonNullable<ReturnType<typeof prepareHistogram>> {
  let total = 0;
  const edges = [0.1, 0.25, 0.5, 1, infinity];
  return prepareHistogram(
    edges.map((upperBound, index) => ({ upperBound, cumulativeCount: (total += counts[index] ?? 0) })),
  )!;
}

const headline = fc
  .record({
    value: fc.double({ min: 0.01, max: 100, noNaN: true }),
    reach: fc.double({ min: 0, max: 0.5, noNaN: true }),
  })
  .map(({ value, reach }) => exact(value, value * reach));

describe("without buckets", () => {
  test("returns worse, better or same, depending on the better direction", () => {
    expect(
      compareWindows({ before: exact(1, 0.02), after: exact(1.2, 0.02), better: "lower" }),
    ).toMatchObject({
      verdict: "worse",
      margin: { ratio: 0.1, basis: { kind: "default", windowCount: 0 } },
      inconclusiveReason: null,
    });
    expect(
      compareWindows({ before: exact(1, 0.02), after: exact(1.2, 0.02), better: "higher" }).verdict,
    ).toBe("better");
    expect(compareWindows({ before: exact(1, 0.02), after: exact(0.8, 0.02), better: "lower" }).verdict).toBe(
      "better",
    );
    expect(
      compareWindows({ before: exact(1, 0.02), after: exact(0.8, 0.02), better: "neither" }).verdict,
    ).toBe("different");
    expect(
      compareWindows({ before: exact(1, 0.01), after: exact(1.01, 0.01), better: "lower" }).verdict,
    ).toBe("same");
  });

  test("matches a manual calculation: ln 1.2 ± √(ln² (1.2/1.1) + ln² 1.1)", () => {
    const answer = compareWindows({ before: exact(1, 0.1), after: exact(1.2, 0.1), better: "lower" });
    const down = Math.hypot(Math.log(1.2 / 1.1), Math.log(1.1));
    const up = Math.hypot(Math.log(1.3 / 1.2), Math.log(1 / 0.9));
    expect(answer.change).toBeCloseTo(0.2, 12);
    expect(answer.lower).toBeCloseTo(1.2 * Math.exp(-down) - 1, 12);
    expect(answer.upper).toBeCloseTo(1.2 * Math.exp(up) - 1, 12);
  });

  test("an interval that is too wide requires more samples", () => {
    const answer = compareWindows({ before: exact(1, 0.3, 50), after: exact(1.1, 0.3, 50), better: "lower" });
    expect(answer.verdict).toBe("cannot-tell");
    if (answer.inconclusiveReason?.kind !== "few-samples") throw new Error("expected too few samples");
    expect(answer.inconclusiveReason.additionalSamples).toBeGreaterThan(500);
  });

  test("variation between at least 6 windows replaces the default margin", () => {
    const input = { before: exact(1, 0.01), after: exact(1.08, 0.01), better: "lower" } as const;
    const verdictWith = (windowCount: number, standardDeviationRatio: number) =>
      compareWindows({ ...input, spread: { windowCount, standardDeviationRatio } });
    expect(compareWindows(input)).toMatchObject({ verdict: "same", margin: { ratio: 0.1 } });
    expect(verdictWith(6, 0.01)).toMatchObject({ verdict: "worse", margin: { ratio: 0.05 } });
    expect(verdictWith(5, 0.01)).toMatchObject({ verdict: "same", margin: { basis: { kind: "default" } } });
    expect(verdictWith(6, 0.05)).toMatchObject({ verdict: "same", margin: { ratio: 0.1 } });
  });

  test("a noisy signal is never the same, and not worse within its variation between windows", () => {
    const spread = { windowCount: 10, standardDeviationRatio: 0.11 };
    for (const value of [1, 1.5, 1.9]) {
      const compared = {
        before: exact(1, 0.01),
        after: exact(value, 0.01),
        better: "lower",
        spread,
      } as const;
      expect(compareWindows(compared)).toMatchObject({
        verdict: "cannot-tell",
        change: value - 1,
        inconclusiveReason: { kind: "too-noisy", variationRatio: 0.22 },
      });
    }
  });

  test("a change far beyond the variation between windows is decided, although the interval or the noise is wide", () => {
    const changed = (value: number, error: number, spread: WindowSpread) =>
      compareWindows({ before: exact(1, 0.01), after: exact(value, error), better: "lower", spread });
    const noisy = { windowCount: 10, standardDeviationRatio: 0.11 };
    expect(changed(3, 0.01, noisy)).toMatchObject({ verdict: "worse", isBeyondHistory: true });
    expect(changed(0.3, 0.01, noisy)).toMatchObject({ verdict: "better", isBeyondHistory: true });
    const steady = { windowCount: 28, standardDeviationRatio: 0.04 };
    expect(changed(42, 41, steady)).toMatchObject({ verdict: "worse", isBeyondHistory: true });
    expect(changed(42, 41, { ...steady, windowCount: 5 })).toMatchObject({ verdict: "cannot-tell" });
    expect(changed(1.15, 0.3, steady)).toMatchObject({ verdict: "cannot-tell", isBeyondHistory: false });
  });

  test("a change beyond the variation stays undecided within one wide bucket, and at a different load", () => {
    const spread = { windowCount: 28, standardDeviationRatio: 0.02 };
    const inBucket = (value: number) => ({
      ...exact(value, 0.01),
      lower: 0.25,
      upper: 0.5,
      bucket: { lower: 0.25, upper: 0.5 },
    });
    const input = { better: "lower", spread } as const;
    expect(compareWindows({ ...input, before: inBucket(0.26), after: inBucket(0.49) }).verdict).toBe(
      "cannot-tell",
    );
    const load = { before: { requestsPerInstance: 10 }, after: { requestsPerInstance: 20 } };
    expect(compareWindows({ ...input, before: exact(1, 0.01), after: exact(9, 9), load }).verdict).toBe(
      "cannot-tell",
    );
  });

  test("a load difference above 20 % prevents a verdict and names every measure", () => {
    const input = { before: exact(1, 0.01), after: exact(2, 0.01), better: "lower" } as const;
    const load = (requests: number, tokens: number) => ({
      before: { requestsPerInstance: 10, promptTokens: 500 },
      after: { requestsPerInstance: requests, promptTokens: tokens },
    });
    expect(compareWindows({ ...input, load: load(11.9, 500) })).toMatchObject({
      verdict: "worse",
      unknownLoad: ["outputTokens"],
    });
    expect(compareWindows({ ...input, load: load(15, 1_500) })).toMatchObject({
      verdict: "cannot-tell",
      change: 1,
      inconclusiveReason: {
        kind: "load-differs",
        differences: [
          { measure: "promptTokens", ratio: 3 },
          { measure: "requestsPerInstance", ratio: 1.5 },
        ],
      },
    });
  });

  test("errors that dropped to zero are better, with an interval that ends below 0", () => {
    const before = exact(0.1, 0.01);
    const after = { value: 0, lower: 0, upper: 0.01, n: 1000, bucket: null };
    const answer = compareWindows({ before, after, better: "lower" });
    expect(answer).toMatchObject({ verdict: "better", change: -1, lower: -1 });
    expect(answer.upper).toBeCloseTo(0.01 / 0.09 - 1, 12);
  });

  test("reports a missing number and a base of 0", () => {
    const one = exact(1, 0.1);
    expect(compareWindows({ before: undefined, after: one, better: "lower" }).inconclusiveReason).toEqual({
      kind: "no-number",
      window: "before",
    });
    expect(
      compareWindows({ before: undefined, after: undefined, better: "lower" }).inconclusiveReason,
    ).toMatchObject({
      window: "both",
    });
    expect(compareWindows({ before: exact(0, 0), after: one, better: "lower" })).toMatchObject({
      verdict: "cannot-tell",
      change: null,
      inconclusiveReason: { kind: "no-base" },
    });
  });

  test("with a smallest difference, a base of 0 is judged by the difference", () => {
    const none = (upper: number) => ({ value: 0, lower: 0, upper, n: 60, bucket: null });
    const judge = (after: WindowEstimate, before = none(0.0004)) =>
      compareWindows({ before, after, better: "lower", smallestDifference: 0.001 });
    expect(judge(none(0.0004))).toMatchObject({
      verdict: "same",
      change: null,
      difference: { value: 0, margin: 0.001 },
    });
    expect(judge(none(0.004))).toMatchObject({
      verdict: "cannot-tell",
      inconclusiveReason: { kind: "few-samples", additionalSamples: 1_800 },
    });
    expect(judge(exact(0.02, 0.005))).toMatchObject({ verdict: "worse", difference: { value: 0.02 } });
    expect(judge(exact(0.0008, 0.0001), none(0.0001)).verdict).toBe("same");
  });
});

test("the p-value is at most 5 % exactly if the interval excludes no change", () => {
  const half = compareWindows({ before: exact(1, 0), after: exact(1.1, 0.1), better: "lower" });
  expect(half.lower).toBeCloseTo(0, 12);
  expect(half.pValue).toBeCloseTo(0.05, 9);
  fc.assert(
    fc.property(headline, headline, (before, after) => {
      const { lower, upper, pValue } = compareWindows({ before, after, better: "lower" });
      const [distance, reach] = [Math.max(lower ?? -1, -(upper ?? 1)), Math.sign(0.05 - (pValue ?? 1))];
      expect(Math.abs(distance) < 1e-9 ? 0 : Math.sign(distance) - reach).toBe(0);
    }),
  );
});

describe("quantiles of buckets", () => {
  test("both within 0.25–0.5 s: the ratio is 0.5 to 2, and more samples do not help", () => {
    const before = estimateWindowQuantile(latencies(0, 20_000, 80_000, 0, 0), 0.5, 100_000);
    const after = estimateWindowQuantile(latencies(0, 5_000, 95_000, 0, 0), 0.5, 100_000);
    const answer = compareWindows({ before, after, better: "lower" });
    expect(answer).toMatchObject({
      verdict: "cannot-tell",
      lower: -0.5,
      upper: 1,
      inconclusiveReason: { kind: "bucket-resolution", lower: 0.25, upper: 0.5 },
    });
    // 0.25 + 0.25 · 45/95 compared with 0.25 + 0.25 · 30/80.
    expect(answer.change).toBeCloseTo(0.0718, 4);
  });

  test("the exact share above 0.25 s leads to a verdict", () => {
    const before = estimateShareAbove(latencies(0, 20_000, 80_000, 0, 0), 0.25, 100_000);
    const after = estimateShareAbove(latencies(0, 5_000, 95_000, 0, 0), 0.25, 100_000);
    expect(compareWindows({ before, after, better: "lower" }).verdict).toBe("worse");
  });

  test("quantiles two buckets apart lead to a verdict", () => {
    const before = estimateWindowQuantile(latencies(0, 1000, 0, 0, 0), 0.5, 1000);
    const after = estimateWindowQuantile(latencies(0, 0, 0, 1000, 0), 0.5, 1000);
    const answer = compareWindows({ before, after, better: "lower" });
    expect(answer).toMatchObject({ verdict: "worse", lower: 1, upper: 9 });
  });

  test("with few requests the same counts give no verdict, because of too few samples", () => {
    const before = estimateWindowQuantile(latencies(0, 6, 2, 2, 0), 0.5, 10);
    const after = estimateWindowQuantile(latencies(0, 2, 2, 6, 0), 0.5, 10);
    expect(compareWindows({ before, after, better: "lower" })).toMatchObject({
      verdict: "cannot-tell",
      inconclusiveReason: {
        kind: "few-samples",
        additionalSamples: null,
        quantileReach: { window: "after", n: 10 },
      },
    });
  });

  test("with many requests a quantile at a bucket edge gives no verdict and reports its reach", () => {
    const before = estimateWindowQuantile(latencies(0, 0, 0, 140_000, 0), 0.5, 140_000);
    const after = estimateWindowQuantile(latencies(0, 70_010, 69_990, 0, 0), 0.5, 140_000);
    expect(after?.bucket).toEqual({ lower: 0.1, upper: 0.25 });
    expect(compareWindows({ before, after, better: "lower" })).toMatchObject({
      verdict: "cannot-tell",
      inconclusiveReason: {
        kind: "few-samples",
        quantileReach: { window: "after", lower: 0.1, upper: 0.5, n: 140_000 },
      },
    });
  });

  test("the +Inf bucket has no upper end", () => {
    const before = estimateWindowQuantile(latencies(0, 0, 1000, 0, 0), 0.5, 1000);
    const after = estimateWindowQuantile(latencies(0, 0, 0, 0, 1000), 0.5, 1000);
    expect(compareWindows({ before, after, better: "lower" })).toMatchObject({
      verdict: "worse",
      lower: 1,
      upper: null,
    });
    expect(compareWindows({ before: after, after, better: "lower" })).toMatchObject({
      verdict: "cannot-tell",
      inconclusiveReason: { kind: "bucket-resolution", lower: 1, upper: null },
    });
  });
});

test("two windows of one process rarely differ: at most 5 of 100 are better or worse", () => {
  const random = createSeededRandom(9);
  let state = 0;
  const window = (): WindowEstimate | undefined =>
    estimateWindowMean(
      Float64Array.from({ length: 60 }, () => 10 + (state = 0.8 * state + 0.6 * randomNormal(random)) * 2),
    );
  const verdicts = Array.from({ length: 400 }, () => {
    return compareWindows({ before: window(), after: window(), better: "lower" }).verdict;
  });
  const decided = verdicts.filter((verdict) => verdict === "better" || verdict === "worse").length;
  expect(decided / 400).toBeLessThan(0.05);
});

test("the interval contains the change, and the opposite direction mirrors the verdict", () => {
  const mirrored = { better: "worse", worse: "better", same: "same", "cannot-tell": "cannot-tell" } as const;
  fc.assert(
    fc.property(headline, headline, (before, after) => {
      const lower = compareWindows({ before, after, better: "lower" });
      const higher = compareWindows({ before, after, better: "higher" });
      expect(lower.lower!).toBeLessThanOrEqual(lower.change! + 1e-9);
      expect(lower.upper!).toBeGreaterThanOrEqual(lower.change! - 1e-9);
      expect(higher.verdict).toBe(mirrored[lower.verdict as keyof typeof mirrored]);
    }),
  );
});
