import fc from "fast-check";
import { expect, test } from "vitest";
import { bestLag } from "./best-lag";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";

function noise(n: number, seed: number): Float64Array {
  const random = createSeededRandom(seed);
  return Float64Array.from({ length: n }, () => randomNormal(random));
}

const load = noise(240, 1);
/** Follows the load three points later. */
const queue = load.map((_, index) => (load[index - 3] ?? 0) + 0.3 * (noise(240, 2)[index] ?? 0));

test("a queue that follows the load three points later has lag 3, and −3 with swapped sides", () => {
  const answer = bestLag(load, queue, 10);
  expect(answer).toMatchObject({ kind: "lag", lag: 3, isSignificant: true, n: 237 });
  if (answer.kind !== "lag") return;
  expect(answer.value).toBeGreaterThan(0.9);
  expect(Math.abs(answer.valueAtZero)).toBeLessThan(0.25);
  expect(answer.curve).toHaveLength(21);
  expect(bestLag(queue, load, 10)).toMatchObject({ lag: -3 });
});

test("an inverse relation counts by its absolute value", () => {
  const answer = bestLag(
    load,
    queue.map((value) => -value),
    5,
  );
  expect(answer).toMatchObject({ kind: "lag", lag: 3 });
  expect(answer.kind === "lag" && answer.value < -0.9).toBe(true);
});

test("with equal strengths returns the lag nearest to zero, then the positive one", () => {
  const alternating = Float64Array.from({ length: 60 }, (_, index) => index % 2);
  expect(bestLag(alternating, alternating, 4)).toMatchObject({ lag: 0 });
  const fourfold = Float64Array.from({ length: 80 }, (_, index) => [0, 1, 0, -1][index % 4]!);
  const shifted = fourfold.map((_, index) => [1, 0, -1, 0][index % 4]!);
  expect(Math.abs((bestLag(fourfold, shifted, 1) as { lag: number }).lag)).toBe(1);
});

test("about one in twenty unrelated pairs is significant, regardless of the number of lags", () => {
  let clear = 0;
  for (let round = 0; round < 400; round += 1) {
    const answer = bestLag(noise(120, round + 1), noise(120, round + 100_001), 12);
    if (answer.kind === "lag" && answer.isSignificant) clear += 1;
  }
  expect(clear / 400).toBeLessThan(0.08);
});

test("reports too few pairs and no spread, and ignores gaps", () => {
  expect(bestLag(load.slice(0, 19), queue.slice(0, 19), 3)).toEqual({ kind: "too-few", n: 19, required: 20 });
  expect(
    bestLag(
      load,
      load.map(() => 1),
      3,
    ),
  ).toMatchObject({ kind: "no-spread", constantSeries: "y" });
  const gaps = load.map((value, index) => (index % 7 === 0 ? Number.NaN : value));
  expect(bestLag(gaps, queue, 5)).toMatchObject({ kind: "lag", lag: 3 });
});

test("ignores lags with fewer than 20 pairs", () => {
  const answer = bestLag(load.slice(0, 25), queue.slice(0, 25), 10);
  if (answer.kind !== "lag") throw new Error(answer.kind);
  expect(answer.curve.slice(0, 5).every(Number.isNaN)).toBe(true);
  expect(answer.n).toBeGreaterThanOrEqual(20);
});

test("swapping the sides reverses the curve", () => {
  const column = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(column, column, fc.nat(8), (x, y, maxLag) => {
      const first = bestLag(Float64Array.from(x), Float64Array.from(y), maxLag);
      const second = bestLag(Float64Array.from(y), Float64Array.from(x), maxLag);
      expect(second.kind).toBe(first.kind);
      if (first.kind !== "lag" || second.kind !== "lag") return;
      first.curve.forEach((value, index) => expect(second.curve[2 * maxLag - index]).toBeCloseTo(value, 9));
      expect(Math.abs(second.value)).toBeCloseTo(Math.abs(first.value), 9);
    }),
  );
});
