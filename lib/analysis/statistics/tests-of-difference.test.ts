import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fdrAdjustedPValues } from "./significance/false-discovery";
import { fisherTwoSided } from "./significance/fisher-exact";
import { holmAdjustedPValues } from "./significance/holm";
import { compareRanks } from "./significance/mann-whitney";
import { twoSidedPValue } from "./significance/normal-tail";
import { randomNormal, createSeededRandom } from "./seeded-random";

describe("Fisher's exact test", () => {
  test("matches published values: the lady tasting tea; R's Job satisfaction corner", () => {
    expect(fisherTwoSided({ hits: 3, n: 4 }, { hits: 1, n: 4 })).toBeCloseTo(34 / 70, 12);
    expect(fisherTwoSided({ hits: 4, n: 4 }, { hits: 0, n: 4 })).toBeCloseTo(2 / 70, 12);
    // Convictions of twins, Fisher's own data: fisher.test(matrix(c(2, 10, 15, 3), 2))
    expect(fisherTwoSided({ hits: 2, n: 12 }, { hits: 15, n: 18 })).toBeCloseTo(0.0005367, 7);
  });

  test("property: the p-value is a probability and is the same from either side", () => {
    const group = fc
      .integer({ min: 0, max: 60 })
      .chain((n) => fc.record({ n: fc.constant(n), hits: fc.integer({ min: 0, max: n }) }));
    fc.assert(
      fc.property(group, group, (a, b) => {
        const chance = fisherTwoSided(a, b);
        expect(chance).toBeGreaterThan(0);
        expect(chance).toBeLessThanOrEqual(1);
        expect(fisherTwoSided(b, a)).toBeCloseTo(chance, 9);
        const missed = fisherTwoSided({ ...a, hits: a.n - a.hits }, { ...b, hits: b.n - b.hits });
        expect(missed).toBeCloseTo(chance, 9);
      }),
    );
  });
});

describe("Mann and Whitney's test", () => {
  test("matches a worked example with ties as buckets: superiority 0.597339, z 9.235", () => {
    const column = (counts: readonly number[]): Float64Array =>
      Float64Array.from(counts.flatMap((count, value) => Array.from({ length: count }, () => value)));
    const answer = compareRanks(column([60, 640, 220, 50, 20, 8, 2]), column([120, 740, 110, 20, 6, 3, 1]));
    expect(answer?.superiority).toBeCloseTo(0.597339, 6);
    expect(answer?.pValue).toBeGreaterThan(twoSidedPValue(9.2355));
    expect(answer?.pValue).toBeLessThan(twoSidedPValue(9.2345));
  });

  test("the false alarm rate equals the nominal one", () => {
    const random = createSeededRandom(3);
    const draw = (): Float64Array =>
      Float64Array.from({ length: 40 }, () => Math.round(3 * randomNormal(random)));
    const rounds = 2_000;
    let alarms = 0;
    for (let round = 0; round < rounds; round += 1)
      if (compareRanks(draw(), draw())!.pValue < 0.05) alarms += 1;
    expect(alarms / rounds).toBeGreaterThan(0.03);
    expect(alarms / rounds).toBeLessThan(0.065);
  });

  test("returns null without values or spread", () => {
    expect(compareRanks(Float64Array.of(), Float64Array.of(1))).toBeNull();
    expect(compareRanks(Float64Array.of(2, 2), Float64Array.of(2))).toBeNull();
  });

  test("property: superiority is the share of pairs, counted one by one", () => {
    const column = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(column, column, (a, b) => {
        const answer = compareRanks(Float64Array.from(a), Float64Array.from(b));
        const score = (x: number, y: number): number => (x > y ? 1 : x === y ? 0.5 : 0);
        const pairs = a.flatMap((x) => b.map((y) => score(x, y)));
        const share = pairs.reduce((sum, one) => sum + one, 0) / pairs.length;
        expect(answer?.superiority ?? share).toBeCloseTo(share, 12);
      }),
    );
  });
});

test("the normal tail, from tables: 1.959964, 3, 6 and 9", () => {
  expect(twoSidedPValue(0)).toBeCloseTo(1, 6);
  expect(twoSidedPValue(1.959964)).toBeCloseTo(0.05, 7);
  expect(twoSidedPValue(3) / 0.002699796).toBeCloseTo(1, 6);
  expect(twoSidedPValue(6) / 1.973175e-9).toBeCloseTo(1, 6);
  expect(twoSidedPValue(9) / 2.257177e-19).toBeCloseTo(1, 6);
});

describe("multiple tests", () => {
  test("Holm, by hand: 0.01, 0.04, 0.03, 0.005 of four are 0.03, 0.06, 0.06, 0.02", () => {
    const adjusted = holmAdjustedPValues([0.01, 0.04, 0.03, 0.005]);
    expect(adjusted.map((one) => Number(one.toFixed(9)))).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(holmAdjustedPValues([])).toEqual([]);
    expect(holmAdjustedPValues([0.7, 0.8])).toEqual([1, 1]);
  });

  test("property: Holm is between the p-value and Bonferroni's, above Benjamini and Hochberg's, in any order", () => {
    const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(pValues, (chances) => {
        const [holm, discovery] = [holmAdjustedPValues(chances), fdrAdjustedPValues(chances)];
        for (const [index, chance] of chances.entries()) {
          expect(holm[index]).toBeGreaterThanOrEqual(chance);
          expect(holm[index]).toBeLessThanOrEqual(Math.min(1, chance * chances.length));
          expect(holm[index]).toBeGreaterThanOrEqual(discovery[index]! - 1e-15);
        }
        expect(holmAdjustedPValues(chances.toReversed()).toReversed()).toEqual(holm);
      }),
    );
  });

  test("matches a manual calculation: 0.01, 0.02, 0.03, 0.5 of four", () => {
    const adjusted = fdrAdjustedPValues([0.03, 0.01, 0.5, 0.02]);
    expect(adjusted.map((one) => Number(one.toFixed(9)))).toEqual([0.04, 0.04, 0.5, 0.04]);
  });

  test("property: adjusted p-values are never below the p-values, keep their order, and are at most 1", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (chances) => {
        const adjusted = fdrAdjustedPValues(chances);
        const order = [...chances.keys()].sort((a, b) => chances[a]! - chances[b]!);
        for (const [position, index] of order.entries()) {
          expect(adjusted[index]).toBeGreaterThanOrEqual(chances[index]!);
          expect(adjusted[index]).toBeLessThanOrEqual(1);
          expect(adjusted[index]).toBeGreaterThanOrEqual(adjusted[order[position - 1] ?? index]!);
        }
      }),
    );
  });
});
