import fc from "fast-check";
import { expect, test } from "vitest";
import { pearsonCorrelation } from "./pearson";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { sharedTrend } from "./shared-trend";

const options = { seed: 1, rounds: 200 };

function noise(n: number, seed: number): Float64Array {
  const random = createSeededRandom(seed);
  return Float64Array.from({ length: n }, () => randomNormal(random));
}

function walk(n: number, seed: number): Float64Array {
  let level = 0;
  return noise(n, seed).map((step) => (level += step));
}

test("flags two unrelated signals that rise all day; the differences do not confirm them", () => {
  const x = noise(240, 1).map((value, index) => value + index / 20);
  const y = noise(240, 2).map((value, index) => value + index / 30);
  expect(pearsonCorrelation(x, y)).toBeGreaterThan(0.8);
  const answer = sharedTrend(x, y, options);
  expect(answer).toMatchObject({ kind: "shared-trend", isConfirmedByDifferences: false, n: 240 });
  if (answer.kind !== "shared-trend") return;
  expect(answer.x.timeCorrelation).toBeGreaterThan(0.9);
  expect(answer.differences).toMatchObject({ kind: "correlation", n: 239 });
});

test("differences confirm a true relation under a shared trend, rising or falling", () => {
  const x = noise(240, 1).map((value, index) => value + index / 20);
  const y = x.map((value, index) => -value + 0.3 * (noise(240, 2)[index] ?? 0));
  const answer = sharedTrend(x, y, options);
  expect(answer).toMatchObject({ kind: "shared-trend", isConfirmedByDifferences: true });
  if (answer.kind !== "shared-trend") return;
  expect(answer.y.timeCorrelation).toBeLessThan(-0.9);
});

test("a single drift is not flagged, nor is noise", () => {
  const drifting = noise(240, 1).map((value, index) => value + index / 20);
  expect(sharedTrend(drifting, noise(240, 2), options)).toMatchObject({ kind: "none" });
  expect(sharedTrend(noise(240, 3), noise(240, 4), options)).toMatchObject({ kind: "none" });
});

test("flags all unrelated random walks of 240 points that correlate by 0.5 or more; differences confirm few", () => {
  let [strong, named, surviving] = [0, 0, 0];
  for (let round = 0; round < 200; round += 1) {
    const [x, y] = [walk(240, round + 1), walk(240, round + 10_001)];
    if (Math.abs(pearsonCorrelation(x, y)) < 0.5) continue;
    const answer = sharedTrend(x, y, { seed: round, rounds: 60 });
    strong += 1;
    if (answer.kind === "shared-trend" || answer.kind === "both-slow") named += 1;
    if ("isConfirmedByDifferences" in answer && answer.isConfirmedByDifferences) surviving += 1;
  }
  expect(strong).toBeGreaterThan(40);
  expect(named).toBe(strong);
  expect(surviving / strong).toBeLessThan(0.1);
});

test("does not take differences over a gap", () => {
  const x = Float64Array.from({ length: 60 }, (_, index) => (index === 30 ? Number.NaN : index ** 1.5));
  const answer = sharedTrend(x, noise(60, 2), options);
  if (answer.kind === "too-few" || answer.kind === "no-spread") throw new Error(answer.kind);
  expect(answer.differences).toMatchObject({ n: 57, incompletePairs: 2 });
});

test("a straight line has differences without spread, so confirmation is unknown", () => {
  const line = Float64Array.from({ length: 40 }, (_, index) => index);
  expect(sharedTrend(line, line, options)).toMatchObject({
    kind: "shared-trend",
    isConfirmedByDifferences: null,
  });
  expect(sharedTrend(line.slice(0, 10), line.slice(0, 10), options)).toEqual({
    kind: "too-few",
    n: 10,
    required: 20,
  });
  expect(
    sharedTrend(
      line,
      line.map(() => 2),
      options,
    ),
  ).toMatchObject({ kind: "no-spread", constantSeries: "y" });
});

test("the drifts are the same with swapped sides", () => {
  const column = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 25, maxLength: 25 });
  fc.assert(
    fc.property(column, column, (drawnX, drawnY) => {
      const [x, y] = [Float64Array.from(drawnX), Float64Array.from(drawnY)];
      const few = { seed: 1, rounds: 10 };
      const [first, second] = [sharedTrend(x, y, few), sharedTrend(y, x, few)];
      expect(second.kind).toBe(first.kind);
      if (!("isConfirmedByDifferences" in first) || !("isConfirmedByDifferences" in second)) return;
      expect(second.x).toEqual(first.y);
      expect(Math.abs(first.x.timeCorrelation)).toBeLessThanOrEqual(1);
    }),
  );
});
