import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateWindowMean, estimateWindowQuantile, estimateShareAbove } from "./window-estimate";
import { prepareHistogram } from "./quantiles/quantile";
import { randomNormal, createSeededRandom } from "./seeded-random";

const infinity = Number.POSITIVE_INFINITY;
const histogram = prepareHistogram(
  [
    [0.1, 20],
    [0.25, 80],
    [0.5, 95],
    [infinity, 100],
  ].map(([upperBound = 0, cumulativeCount = 0]) => ({ upperBound, cumulativeCount })),
)!;

test("a quantile has its bucket and a 97.5 % interval", () => {
  const headline = estimateWindowQuantile(histogram, 0.5, 100)!;
  expect(headline.value).toBeCloseTo(0.175, 12);
  expect(headline).toMatchObject({ bucket: { lower: 0.1, upper: 0.25 }, lower: 0.1, upper: 0.25, n: 100 });
  // Ranks 83 to 97 of 100 at 97.5 %: the upper one is in the +Inf bucket.
  expect(estimateWindowQuantile(histogram, 0.9, 100)).toMatchObject({ lower: 0.25, upper: null });
  expect(estimateWindowQuantile(histogram, 0.5, 0)).toBeUndefined();
});

test("matches a published example: Wilson's interval of 5 in 100 is 2.2 % to 11.2 %", () => {
  const headline = estimateShareAbove(histogram, 0.5, 100)!;
  expect(headline.value).toBeCloseTo(0.05, 12);
  expect(headline.lower).toBeCloseTo(0.0215, 4);
  expect(headline.upper).toBeCloseTo(0.1118, 4);
  expect(estimateShareAbove(histogram, 0.3, 100)).toBeUndefined();
  expect(estimateShareAbove(histogram, 0.5, 0)).toBeUndefined();
});

test("fewer than 20 points have no mean headline; missing points are excluded", () => {
  const column = Float64Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? Number.NaN : index));
  expect(estimateWindowMean(column.slice(0, 38))).toBeUndefined();
  expect(estimateWindowMean(column)).toMatchObject({ value: 20, n: 20 });
  expect(estimateWindowMean(new Float64Array(30).fill(7))).toEqual({
    value: 7,
    degreesOfFreedom: 3,
    lower: 7,
    upper: 7,
    n: 30,
    bucket: null,
  });
});

test.each([0, 0.8, 0.95])(
  "the interval of a mean contains the true value despite autocorrelation (%f)",
  (repeat) => {
    const random = createSeededRandom(6);
    let held = 0;
    for (let round = 0; round < 600; round += 1) {
      let state = randomNormal(random);
      const headline = estimateWindowMean(
        Float64Array.from(
          { length: 120 },
          () => (state = repeat * state + Math.sqrt(1 - repeat * repeat) * randomNormal(random)),
        ),
      )!;
      if (headline.lower <= 0 && 0 <= headline.upper!) held += 1;
    }
    expect(held / 600).toBeGreaterThan(0.9);
  },
);

test("the interval contains its value", () => {
  const column = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(column, (values) => {
      const headline = estimateWindowMean(Float64Array.from(values))!;
      expect(headline.lower).toBeLessThanOrEqual(headline.value);
      expect(headline.upper).toBeGreaterThanOrEqual(headline.value);
    }),
  );
});
