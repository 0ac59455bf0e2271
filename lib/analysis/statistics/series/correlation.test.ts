import fc from "fast-check";
import { sampleCorrelation, sampleRankCorrelation } from "simple-statistics";
import { describe, expect, test } from "vitest";
import { correlate } from "./correlation";
import { pearsonCorrelation } from "./pearson";
import { midRanks } from "@/lib/analysis/statistics/significance/ranks";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";

const seed = { seed: 1 };

/** First-order autoregressive series of variance 1. */
function autoregressive(n: number, repeat: number, normal: () => number): Float64Array {
  let state = normal();
  return Float64Array.from({ length: n }, () => {
    state = repeat * state + Math.sqrt(1 - repeat * repeat) * normal();
    return state;
  });
}

/** Anscombe's quartet, The American Statistician 27 (1973), first set: r = 0.81642, Spearman 0.81818. */
const anscombeX = Float64Array.of(10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5);
const anscombeY = Float64Array.of(8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68);

test("matches published values: Anscombe's first set", () => {
  expect(pearsonCorrelation(anscombeX, anscombeY)).toBeCloseTo(0.81642, 5);
  expect(pearsonCorrelation(midRanks(anscombeX), midRanks(anscombeY))).toBeCloseTo(0.81818, 5);
});

test("equal values share the mean of their ranks", () => {
  expect([...midRanks(Float64Array.of(3, 1, 3, 2, 3))]).toEqual([3, 0, 3, 1, 3]);
});

test("a monotonic curve has Spearman 1 and Pearson below it", () => {
  const x = Float64Array.from({ length: 40 }, (_, index) => index);
  const answer = correlate(
    x,
    x.map((value) => Math.exp(value / 4)),
    seed,
  );
  if (answer.kind !== "correlation") throw new Error(answer.kind);
  expect(answer.spearman.value).toBeCloseTo(1, 12);
  expect(answer.pearson.value).toBeLessThan(0.8);
});

describe("results without a coefficient", () => {
  const rising = Float64Array.from({ length: 40 }, (_, index) => index);

  test("fewer than 20 pairs", () => {
    expect(correlate(rising.slice(0, 19), rising.slice(0, 19), seed)).toEqual({
      kind: "too-few",
      n: 19,
      required: 20,
      incompletePairs: 0,
    });
    expect(correlate(new Float64Array(), new Float64Array(), seed)).toMatchObject({ kind: "too-few", n: 0 });
  });

  test("a constant side", () => {
    expect(
      correlate(
        rising,
        rising.map(() => 3),
        seed,
      ),
    ).toMatchObject({ kind: "no-spread", constantSeries: "y" });
    expect(
      correlate(
        rising.map(() => 0.1),
        rising,
        seed,
      ),
    ).toMatchObject({ kind: "no-spread", constantSeries: "x" });
  });

  test("excludes and counts points with a missing side", () => {
    const gaps = rising.map((value, index) => (index % 5 === 0 ? Number.NaN : value));
    expect(correlate(gaps, rising, seed)).toMatchObject({ kind: "correlation", n: 32, incompletePairs: 8 });
  });
});

test("the effective number of independent points is n, and less with autocorrelation", () => {
  const random = createSeededRandom(5);
  const normal = (): number => randomNormal(random);
  const white = correlate(autoregressive(500, 0, normal), autoregressive(500, 0, normal), seed);
  const slow = correlate(autoregressive(500, 0.9, normal), autoregressive(500, 0.9, normal), seed);
  if (white.kind !== "correlation" || slow.kind !== "correlation") throw new Error("expected a coefficient");
  expect(white.effectiveN).toBeGreaterThan(400);
  // (1 − 0.81) / (1 + 0.81) of 500.
  expect(slow.effectiveN).toBeGreaterThan(30);
  expect(slow.effectiveN).toBeLessThan(110);
});

describe("the 95 % interval contains the true correlation in about 95 of 100 cases", () => {
  test.each([
    [0, 0],
    [0.8, 0.6],
    [0.95, 0],
  ])("autocorrelation %f, correlation %f, 120 points", (repeat, truth) => {
    const random = createSeededRandom(17);
    const normal = (): number => randomNormal(random);
    const rounds = 200;
    let [held, heldInOrder] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const x = autoregressive(120, repeat, normal);
      const rest = autoregressive(120, repeat, normal);
      const y = x.map((value, at) => truth * value + Math.sqrt(1 - truth * truth) * (rest[at] ?? 0));
      const answer = correlate(x, y, { seed: round, rounds: 150 });
      if (answer.kind !== "correlation") throw new Error(answer.kind);
      // For normal columns: Spearman = 6/π · asin(ρ/2).
      const inOrder = (6 / Math.PI) * Math.asin(truth / 2);
      if (answer.pearson.lower <= truth && truth <= answer.pearson.upper) held += 1;
      if (answer.spearman.lower <= inOrder && inOrder <= answer.spearman.upper) heldInOrder += 1;
    }
    expect(held / rounds).toBeGreaterThan(0.92);
    expect(heldInOrder / rounds).toBeGreaterThan(0.92);
  });
});

const finite = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const pairs = fc.array(fc.tuple(finite, finite), { minLength: 20, maxLength: 60 });

test("coefficients equal the library's, with and without ties", () => {
  const coarse = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(fc.oneof(pairs, coarse), (drawn) => {
      const [x, y] = [drawn.map(([one]) => one), drawn.map(([, other]) => other)];
      const answer = correlate(Float64Array.from(x), Float64Array.from(y), { seed: 1, rounds: 20 });
      if (answer.kind !== "correlation") return;
      expect(answer.pearson.value).toBeCloseTo(sampleCorrelation(x, y), 8);
      expect(answer.spearman.value).toBeCloseTo(sampleRankCorrelation(x, y), 8);
    }),
  );
});

test("the interval contains the coefficient, is within ±1, and is the same for the same seed", () => {
  fc.assert(
    fc.property(pairs, fc.integer(), (drawn, seed) => {
      const x = Float64Array.from(drawn, ([one]) => one);
      const y = Float64Array.from(drawn, ([, other]) => other);
      const answer = correlate(x, y, { seed, rounds: 20 });
      expect(correlate(x, y, { seed, rounds: 20 })).toEqual(answer);
      if (answer.kind !== "correlation") return;
      for (const one of [answer.pearson, answer.spearman]) {
        expect(one.lower).toBeGreaterThanOrEqual(-1);
        expect(one.lower).toBeLessThanOrEqual(one.value);
        expect(one.value).toBeLessThanOrEqual(one.upper);
        expect(one.upper).toBeLessThanOrEqual(1);
      }
    }),
  );
});
