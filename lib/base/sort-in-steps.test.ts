import fc from "fast-check";
import { expect, test } from "vitest";
import { runWithoutPause } from "./steps";
import { sortInSteps } from "./sort-in-steps";

type Item = readonly [key: number, position: number];
const byKey = ([a]: Item, [b]: Item): number => a - b;
const itemsOf = (keys: readonly number[]): readonly Item[] => keys.map((key, position) => [key, position]);

test("sorts like Array.sort and keeps the order of equal items", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 1, max: 1_000 }), (count, kinds) => {
      const items = itemsOf(Array.from({ length: count }, (_, position) => (position * 7_919) % kinds));
      expect(runWithoutPause(sortInSteps(items, byKey))).toEqual(items.toSorted(byKey));
    }),
    { numRuns: 12 },
  );
});

test("compares no more than one run per step, however long the list is", () => {
  let compared = 0;
  const items = itemsOf(Array.from({ length: 100_000 }, (_, position) => (position * 7_919) % 100_003));
  const steps = sortInSteps(items, (a, b) => {
    compared += 1;
    return byKey(a, b);
  });
  let maxStepMs = 0;
  while (steps.next().done !== true) {
    maxStepMs = Math.max(maxStepMs, compared);
    compared = 0;
  }
  // 8,192 · log₂ 8,192 to sort a run; sorting the complete list takes 1.7 million.
  expect(Math.max(maxStepMs, compared)).toBeLessThan(8_192 * 13);
});
