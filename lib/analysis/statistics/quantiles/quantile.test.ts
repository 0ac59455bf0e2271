import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketQuantile, observationCount, prepareHistogram, type CumulativeBucket } from "./quantile";

const infinity = Number.POSITIVE_INFINITY;

/** "0.1:20 0.25:80 inf:100" */
function draw(text: string): readonly CumulativeBucket[] {
  return text.split(" ").map((part) => {
    const [bound = "", count = ""] = part.split(":");
    return { upperBound: bound === "inf" ? infinity : Number(bound), cumulativeCount: Number(count) };
  });
}

function quantile(text: string, q: number) {
  const histogram = prepareHistogram(draw(text));
  return histogram === undefined ? undefined : bucketQuantile(histogram, q);
}

test("interpolates within the bucket of the rank and returns that bucket", () => {
  expect(quantile("0.1:20 0.25:80 0.5:95 inf:100", 0.9)).toEqual({
    value: 0.25 + 0.25 * (10 / 15),
    lower: 0.25,
    upper: 0.5,
  });
  expect(quantile("0.1:20 0.25:80 inf:80", 0.1)?.value).toBeCloseTo(0.04, 12);
});

test("matches a published example: a spike at 220 ms with buckets 0.1 0.2 0.3 0.45 gives 295 ms at p95", () => {
  expect(quantile("0.1:0 0.2:0 0.3:100 0.45:100 inf:100", 0.95)?.value).toBeCloseTo(0.295, 12);
  expect(quantile("0.1:0 0.2:0 0.3:0 0.45:100 inf:100", 0.95)?.value).toBeCloseTo(0.4425, 12);
});

test("the +Inf bucket gives the highest finite edge, as a lower bound", () => {
  expect(quantile("1:10 60:20 inf:100", 0.99)).toEqual({ value: 60, lower: 60, upper: null });
});

test.each(["0.1:5", "inf:10", "0.1:5 0.2:9", "0.1:0 inf:0"])("%s has no quantile", (text) => {
  expect(quantile(text, 0.5)).toBeUndefined();
});

test("the first bucket starts at zero, unless its edge is not above zero", () => {
  expect(quantile("0.1:10 inf:10", 0.5)?.value).toBeCloseTo(0.05, 12);
  expect(quantile("-1:10 5:10 inf:10", 0.5)?.value).toBe(-1);
});

test("q = 0 is the lower bound of the first bucket, and undefined (NaN in PromQL) if that bucket is empty", () => {
  expect(quantile("0.1:5 inf:10", 0)?.value).toBe(0);
  expect(quantile("0.1:0 inf:10", 0)).toBeUndefined();
});

const histogram = fc
  .array(fc.record({ edge: fc.double({ min: 0.001, max: 1000, noNaN: true }), more: fc.nat(1000) }), {
    minLength: 1,
    maxLength: 25,
  })
  .map((parts) => {
    const edges = [...new Set(parts.map((part) => part.edge))].toSorted((a, b) => a - b);
    let total = 0;
    const buckets = edges.map((upperBound, index) => ({
      upperBound,
      cumulativeCount: (total += parts[index]?.more ?? 0),
    }));
    return [...buckets, { upperBound: infinity, cumulativeCount: total + 1 }];
  });
/** Above zero: q = 0 of an empty first bucket is 0 / 0 in PromQL and has a separate test. */
const level = fc.double({ min: 1e-9, max: 1, noNaN: true });

test("never falls as q grows, and is between its edges", () => {
  fc.assert(
    fc.property(histogram, level, level, (buckets, a, b) => {
      const prepared = prepareHistogram(buckets)!;
      const [low, high] = [
        bucketQuantile(prepared, Math.min(a, b))!,
        bucketQuantile(prepared, Math.max(a, b))!,
      ];
      expect(low.value).toBeLessThanOrEqual(high.value + 1e-9);
      for (const one of [low, high]) {
        expect(one.value).toBeGreaterThanOrEqual(one.lower - 1e-9);
        expect(one.value).toBeLessThanOrEqual((one.upper ?? infinity) + 1e-9);
      }
    }),
  );
});

test("is independent of the order of buckets and of a common factor", () => {
  fc.assert(
    fc.property(histogram, level, fc.integer({ min: 1, max: 1000 }), (buckets, q, factor) => {
      const plain = bucketQuantile(prepareHistogram(buckets)!, q)!;
      const scaled = buckets
        .toReversed()
        .map((bucket) => ({ ...bucket, cumulativeCount: bucket.cumulativeCount * factor }));
      expect(bucketQuantile(prepareHistogram(scaled)!, q)!.value).toBeCloseTo(plain.value, 6);
    }),
  );
});

test("adds equal edges and raises falling counts", () => {
  const prepared = prepareHistogram(draw("0.1:5 0.1:5 0.2:8 inf:20"))!;
  expect([...prepared.upperBounds]).toEqual([0.1, 0.2, infinity]);
  expect([...prepared.cumulativeCounts]).toEqual([10, 10, 20]);
  expect(observationCount(prepared)).toBe(20);
});
