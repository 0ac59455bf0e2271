import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { estimateBlockRatio, type RatioBlock } from "./block-ratio";
import { overdispersedRate } from "./overdispersed-rate";

const block = (numerator: number, denominator: number): RatioBlock => ({ numerator, denominator });

/** Returns a Poisson number by multiplication of uniform numbers (Knuth). */
function randomPoisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let [count, product] = [-1, 1];
  while (product > limit) {
    count += 1;
    product *= random();
  }
  return count;
}

describe("ratio of sums", () => {
  test("is the mean over requests, not the mean of block means", () => {
    const blocks = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? block(10, 10) : block(270, 90)));
    expect(estimateBlockRatio(blocks)?.value).toBeCloseTo(2.8, 12);
    expect(estimateBlockRatio(blocks)?.n).toBe(20);
  });

  test("equal blocks have no error, and fewer than 20 blocks no number", () => {
    const blocks = Array.from({ length: 20 }, () => block(6, 3));
    expect(estimateBlockRatio(blocks)).toMatchObject({ value: 2, lower: 2, upper: 2 });
    expect(estimateBlockRatio(blocks.slice(1))).toBeUndefined();
    expect(estimateBlockRatio(blocks.map(() => block(0, 0)))).toBeUndefined();
  });

  test.each([
    [20, 0, 0.9],
    [60, 0, 0.92],
    [60, 0.8, 0.9],
    [200, 0.8, 0.92],
  ])("%i blocks at autocorrelation %f contain the true mean in more than %f", (n, repeat, minShare) => {
    const random = createSeededRandom(17);
    let held = 0;
    for (let round = 0; round < 500; round += 1) {
      let state = randomNormal(random);
      const blocks = Array.from({ length: n }, () => {
        state = repeat * state + Math.sqrt(1 - repeat * repeat) * randomNormal(random);
        const requests = 30 + Math.floor(60 * random());
        return block(requests * (1 + 0.2 * state), requests);
      });
      const { lower, upper } = estimateBlockRatio(blocks)!;
      if (lower <= 1 && 1 <= upper!) held += 1;
    }
    expect(held / 500).toBeGreaterThan(minShare);
  });
});

describe("overdispersed rate", () => {
  test("without events: 0 to 3.689 events, the exact Poisson limit", () => {
    const rate = overdispersedRate(Array.from({ length: 25 }, () => block(0, 40)))!;
    expect(rate).toMatchObject({ value: 0, lower: 0, dispersion: 1 });
    expect(rate.upper! * 1_000).toBeCloseTo(-Math.log(0.025), 9);
  });

  test("matches published limits: 5 events are 1.6235 to 11.6683 (Garwood)", () => {
    const blocks = Array.from({ length: 25 }, (_, at) => block(at % 5 === 0 ? 1 : 0, 1));
    const rate = overdispersedRate(blocks)!;
    expect(rate.lower * 25).toBeCloseTo(1.6235, 4);
    expect(rate.upper! * 25).toBeCloseTo(11.6683, 4);
  });

  test("estimates the dispersion of independent blocks, on average, and of repeated ones", () => {
    const random = createSeededRandom(31);
    const average = (length: number): number => {
      const found = Array.from({ length: 200 }, () => {
        let level = 0;
        const blocks = Array.from({ length: 60 }, (_, at) => {
          if (at % length === 0) level = 20 * Math.max(0, 1 + Math.sqrt(3 / 20) * randomNormal(random));
          return block(randomPoisson(level, random), 1);
        });
        return overdispersedRate(blocks)!.dispersion;
      });
      return found.reduce((sum, one) => sum + one, 0) / found.length;
    };
    expect(average(1)).toBeGreaterThan(3.5);
    expect(average(1)).toBeLessThan(5);
    // Levels that last three blocks add up: 1 + 3 · 3.
    expect(average(3)).toBeGreaterThan(7.5);
    expect(average(3)).toBeLessThan(14);
  });

  test.each([
    [1, 0.5],
    [1, 20],
    [4, 20],
  ])(
    "contains the true rate in more than 92 of 100 cases: dispersion about %f, %f events per block",
    (phi, mean) => {
      const random = createSeededRandom(23);
      let held = 0;
      for (let round = 0; round < 500; round += 1) {
        const blocks = Array.from({ length: 40 }, () => {
          const varied = mean * Math.max(0, 1 + Math.sqrt((phi - 1) / mean) * randomNormal(random));
          return block(randomPoisson(varied, random), 1);
        });
        const { lower, upper } = overdispersedRate(blocks)!;
        if (lower <= mean && mean <= upper!) held += 1;
      }
      expect(held / 500).toBeGreaterThan(0.92);
    },
  );
});

const blocks = fc.array(
  fc.record({ numerator: fc.integer({ min: 0, max: 50 }), denominator: fc.integer({ min: 1, max: 500 }) }),
  { minLength: 20, maxLength: 40 },
);

test("property: intervals contain their value and scale with the unit of the denominator", () => {
  fc.assert(
    fc.property(blocks, (given) => {
      const perThousand = given.map(({ numerator, denominator }) => block(numerator, denominator / 1_000));
      for (const estimate of [estimateBlockRatio, overdispersedRate]) {
        const [rate, scaled] = [estimate(given)!, estimate(perThousand)!];
        expect(rate.lower).toBeLessThanOrEqual(rate.value);
        expect(rate.upper!).toBeGreaterThanOrEqual(rate.value);
        expect(scaled.value).toBeCloseTo(rate.value * 1_000, 6);
        expect(scaled.upper! / (rate.upper! * 1_000 || 1)).toBeCloseTo(rate.upper === 0 ? 0 : 1, 6);
      }
    }),
  );
});
