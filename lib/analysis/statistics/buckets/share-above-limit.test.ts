import fc from "fast-check";
import { expect, test } from "vitest";
import { computeShareAbove } from "./share-above-limit";

const edges = [0.5, 1, 2.5, null];

test("counts the observations above a bucket edge exactly", () => {
  expect(computeShareAbove({ edges, counts: [40, 62, 90, 100] }, 1)).toEqual({
    lowerRatio: 0.38,
    upperRatio: 0.38,
  });
});

test("bounds the share of a limit inside a bucket", () => {
  const counts = [40, 62, 90, 100];
  const range = computeShareAbove({ edges, counts }, 2);
  expect(range?.lowerRatio).toBeCloseTo(0.1, 12);
  expect(range?.upperRatio).toBeCloseTo(0.38, 12);
});

test("leaves open the share of a limit above the last edge or below the first one", () => {
  const counts = [40, 62, 90, 100];
  expect(computeShareAbove({ edges, counts }, 9)?.lowerRatio).toBe(0);
  expect(computeShareAbove({ edges, counts }, 0.1)?.upperRatio).toBe(1);
});

test("returns no share without observations", () => {
  expect(computeShareAbove({ edges, counts: [0, 0, 0, 0] }, 1)).toBeUndefined();
  expect(computeShareAbove({ edges: [], counts: [] }, 1)).toBeUndefined();
  expect(computeShareAbove({ edges, counts: [NaN, NaN, NaN, NaN] }, 1)).toBeUndefined();
});

test("property: the range contains the true share, and is one number at an edge", () => {
  const durations = fc.array(fc.double({ min: 0.001, max: 5, noNaN: true }), { minLength: 1, maxLength: 60 });
  const limits = fc.oneof(fc.constantFrom(0.5, 1, 2.5), fc.double({ min: 0.01, max: 6, noNaN: true }));
  fc.assert(
    fc.property(durations, limits, (observed, limit) => {
      const counts = edges.map((edge) => observed.filter((one) => one <= (edge ?? Infinity)).length);
      const truth = observed.filter((one) => one > limit).length / observed.length;
      const range = computeShareAbove({ edges, counts }, limit)!;
      expect(range.lowerRatio).toBeLessThanOrEqual(truth + 1e-12);
      expect(range.upperRatio).toBeGreaterThanOrEqual(truth - 1e-12);
      expect(edges.includes(limit) && range.lowerRatio !== range.upperRatio).toBe(false);
    }),
  );
});
