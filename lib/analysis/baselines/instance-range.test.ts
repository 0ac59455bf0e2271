import { expect, test } from "vitest";
import { findCountRange, meanCount } from "./instance-range";

const repeat = (count: number | null, times: number) => Array.from({ length: times }, () => count);

test("a number that changed has a range, also if its mean is an integer", () => {
  const counts = [...repeat(1, 30), ...repeat(3, 30)];
  expect([meanCount(counts), findCountRange(counts)]).toEqual([2, { min: 1, max: 3 }]);
});

test("a missed scrape is no change, and unknown numbers do not count", () => {
  expect(findCountRange([...repeat(2, 40), 1, null, ...repeat(2, 20)])).toEqual({ min: 2, max: 2 });
  expect(findCountRange([...repeat(2, 58), 1, 1])).toEqual({ min: 1, max: 2 });
  expect([meanCount([null]), findCountRange([null])]).toEqual([null, null]);
});
