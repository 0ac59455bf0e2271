import { sampleStandardDeviation } from "simple-statistics";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import { chooseWindowSpread, measureWindowSpread } from "./window-spread";

const lengthMs = 60_000;
interface Block {
  readonly startMs: number;
  readonly seriesCount: number;
  readonly coverageRatio: number;
  readonly value: number;
}
const blocksOf = (values: readonly number[]): readonly Block[] =>
  values.map((value, index) => ({
    startMs: 7_000 + index * lengthMs,
    seriesCount: 1,
    coverageRatio: 1,
    value,
  }));
const meanOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { value }) => sum + value, 0) / blocks.length;
const spreadOf = (
  blocks: readonly Block[],
  windowBlocks: number,
  hasEqualLoad: (blocks: readonly Block[]) => boolean = () => true,
): WindowSpread =>
  measureWindowSpread(
    { blocks, lengthMs },
    { windowMs: windowBlocks * lengthMs, estimate: meanOf, hasEqualLoad },
  );

describe("spread between windows", () => {
  test("is the standard deviation of the windows, divided by their mean", () => {
    const { windowCount, standardDeviationRatio } = spreadOf(blocksOf([9, 11, 10, 12, 8, 10]), 2);
    expect(windowCount).toBe(3);
    expect(standardDeviationRatio).toBeCloseTo(sampleStandardDeviation([10, 11, 9]) / 10, 12);
  });

  test("excludes windows of an earlier incident, which would hide every later change", () => {
    const usual = Array.from({ length: 12 }, (_, index) => 10 + (index % 5) * 0.1);
    const { windowCount, standardDeviationRatio } = spreadOf(blocksOf([...usual, 390, 400]), 1);
    expect(windowCount).toBe(12);
    expect(standardDeviationRatio).toBeCloseTo(spreadOf(blocksOf(usual), 1).standardDeviationRatio, 12);
  });

  test("counts all windows if more than a quarter is at a second level", () => {
    const levels = Array.from({ length: 12 }, (_, index) => (index < 8 ? 10 + index * 0.1 : 100));
    expect(spreadOf(blocksOf(levels), 1).windowCount).toBe(12);
  });

  test("excludes windows of different load", () => {
    const blocks = blocksOf([10, 10, 99, 99, 12, 12]);
    const { windowCount, standardDeviationRatio } = spreadOf(blocks, 2, (window) => meanOf(window) < 50);
    expect(windowCount).toBe(2);
    expect(standardDeviationRatio).toBeCloseTo(Math.SQRT2 / 11, 12);
  });

  test("excludes windows with less than three quarters of their blocks and keeps the division of time", () => {
    const blocks = blocksOf(Array.from({ length: 12 }, (_, index) => (index < 4 ? 1 : index < 8 ? 2 : 3)));
    const missing = (...indexes: readonly number[]) => blocks.filter((_, index) => !indexes.includes(index));
    expect(spreadOf(missing(5), 4)).toEqual(spreadOf(blocks, 4));
    expect(spreadOf(missing(5, 6), 4).windowCount).toBe(2);
  });

  test("excludes an incomplete window at the end and windows without a number", () => {
    expect(spreadOf(blocksOf([1, 2, 3, 4, 5]), 2).windowCount).toBe(2);
    expect(spreadOf(blocksOf([1, 2, Number.NaN, 4]), 2).windowCount).toBe(1);
  });

  test.each([
    ["no block", []],
    ["one window", [1, 2]],
    ["a mean of 0", [-1, -1, 1, 1]],
  ])("is not a number for %s", (_name, values) => {
    expect(spreadOf(blocksOf(values), 2).standardDeviationRatio).toBeNaN();
  });

  test("does not depend on the unit", () => {
    const values = fc.array(fc.double({ min: 1, max: 1e3, noNaN: true }), { minLength: 6, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.constantFrom(0.25, 1_024), (list, factor) => {
        const scaled = spreadOf(blocksOf(list.map((value) => value * factor)), 3);
        expect(scaled).toEqual(spreadOf(blocksOf(list), 3));
      }),
    );
  });
});

describe("origin of the spread", () => {
  const spread = (windowCount: number, standardDeviationRatio = 0.03) => ({
    windowCount,
    standardDeviationRatio,
  });

  test.each([
    ["the baseline with 6 windows", spread(6), spread(40), "baseline"],
    ["the history if the baseline has 5", spread(5), spread(6), "history"],
    ["the history if the baseline has no ratio", spread(9, Number.NaN), spread(6), "history"],
    ["the baseline if neither has 6 and it has as many windows", spread(3), spread(3), "baseline"],
    ["the history if neither has 6 and it has more windows", spread(3), spread(5), "history"],
  ] as const)("is %s", (_name, baseline, history, origin) => {
    const chosen = chooseWindowSpread(baseline, history);
    expect(chosen).toEqual({ origin, spread: origin === "baseline" ? baseline : history });
  });
});
