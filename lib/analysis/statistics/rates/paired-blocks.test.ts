import { expect, test } from "vitest";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { estimateChangeRange } from "@/lib/analysis/statistics/series/change-range";
import { assertPresent } from "@/lib/base/assert";
import { estimateBlockRatio, type RatioBlock } from "./block-ratio";
import { pairedHalfWidths, pairedRanges } from "./paired-blocks";

const blocksPerDay = 48;

/** Returns a week of half-hour blocks: latency and traffic follow the day, with autocorrelated noise of 10 %. */
function drawWeek(random: () => number, { factor = 1, repeated = 0.5 } = {}): readonly RatioBlock[] {
  let noise = 0;
  return Array.from({ length: 7 * blocksPerDay }, (_, index) => {
    noise = repeated * noise + Math.sqrt(1 - repeated ** 2) * randomNormal(random);
    const daily = Math.sin((2 * Math.PI * index) / blocksPerDay);
    const denominator = 1_000 * (1 + 0.6 * daily);
    return { numerator: denominator * factor * 0.2 * (1 + 0.4 * daily) * (1 + 0.1 * noise), denominator };
  });
}

function compareWeeks(before: readonly RatioBlock[], after: readonly RatioBlock[]) {
  const [was, is] = [before, after].map((blocks) =>
    assertPresent(estimateBlockRatio(blocks), "the week has blocks"),
  );
  const error = assertPresent(pairedHalfWidths(before, after), "the weeks are paired");
  const [first, second] = [assertPresent(was, "before"), assertPresent(is, "after")];
  const ranges = assertPresent(pairedRanges(first, second, error), "both weeks have a mean");
  return {
    apart: estimateChangeRange(first, second),
    paired: ranges.ratio,
    difference: second.value - first.value,
    error,
  };
}

test("the pattern of the day does not widen the intervals of a change, and at least 92 % of 200 contain it", () => {
  const random = createSeededRandom(7);
  const pairs = Array.from({ length: 200 }, () =>
    compareWeeks(drawWeek(random), drawWeek(random, { factor: 1.2 })),
  );
  const meanWidth = (of: "apart" | "paired"): number =>
    pairs.reduce((sum, pair) => sum + pair[of].high - pair[of].low, 0) / pairs.length;
  expect(meanWidth("paired")).toBeLessThan(meanWidth("apart") / 2);
  const containing = pairs.filter(({ paired }) => paired.low < 0.2 && paired.high > 0.2);
  expect(containing.length / pairs.length).toBeGreaterThan(0.92);
});

test.each([0, 0.8])(
  "weeks without a change differ in at most 7 percent of 300 pairs, at autocorrelation %d",
  (repeated) => {
    const random = createSeededRandom(11);
    const pairs = Array.from({ length: 300 }, () =>
      compareWeeks(drawWeek(random, { repeated }), drawWeek(random, { repeated })),
    );
    const excluded = pairs.filter(({ paired }) => paired.low > 0 || paired.high < 0).length;
    expect(excluded / pairs.length).toBeGreaterThan(0.005);
    expect(excluded / pairs.length).toBeLessThan(0.07);
    const apart = pairs.filter(
      ({ difference, error }) => Math.abs(difference) > error.differenceHalfWidth,
    ).length;
    expect(apart / pairs.length).toBeLessThan(0.07);
  },
);

test("a block that is missing on both sides is excluded, and one that is missing on one side gives no pairs", () => {
  const random = createSeededRandom(3);
  const [before, after] = [drawWeek(random), drawWeek(random)];
  const without = (blocks: readonly RatioBlock[]) =>
    blocks.map((block, index) => (index === 5 ? null : block));
  const rest = (blocks: readonly RatioBlock[]) => blocks.filter((_, index) => index !== 5);
  expect(pairedHalfWidths(without(before), without(after))).toEqual(
    pairedHalfWidths(rest(before), rest(after)),
  );
  expect(pairedHalfWidths(without(before), after)).toBeUndefined();
});

test("fewer than 20 pairs, and a window without events, have no error", () => {
  const week = drawWeek(createSeededRandom(1));
  expect(pairedHalfWidths(week.slice(0, 19), week.slice(0, 19))).toBeUndefined();
  const empty = week.map(({ denominator }) => ({ numerator: 0, denominator }));
  expect(pairedHalfWidths(week, empty)).toBeUndefined();
});
