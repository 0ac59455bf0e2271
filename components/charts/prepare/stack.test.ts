import fc from "fast-check";
import { expect, test } from "vitest";
import { computeNewestLayerMiddles, findValueRuns, computeStackTops } from "./stack";

test("stacks each share on the previous ones, without height where a value is missing", () => {
  expect(
    computeStackTops([
      [10, null, null],
      [20, 5, null],
      [70, 95, null],
    ]),
  ).toEqual([
    [10, 0, null],
    [30, 5, null],
    [100, 100, null],
  ]);
});

test("never decreases from one share to the next, and ends with the sum", () => {
  const column = fc.array(fc.option(fc.nat({ max: 100 })), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(column, { minLength: 1, maxLength: 5 }), (parts) => {
      const tops = computeStackTops(parts);
      for (let point = 0; point < 6; point += 1) {
        const given = parts.map((part) => part[point] ?? null);
        const drawn = tops.map((top) => top[point] ?? null);
        const sum = given.reduce<number>((total, value) => total + (value ?? 0), 0);
        expect(drawn.at(-1)).toBe(given.every((value) => value === null) ? null : sum);
        expect(drawn.every((top) => top === null)).toBe(given.every((value) => value === null));
        expect(drawn).toEqual(drawn.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
      }
    }),
  );
});

test("labels a share at the middle of its newest end, if it has a height", () => {
  expect(
    computeNewestLayerMiddles([
      [5, 10, null],
      [5, 10, null],
      [9, 30, null],
    ]),
  ).toEqual([5, null, 20]);
  expect(computeNewestLayerMiddles([[null]])).toEqual([null]);
});

test("ends a run at a gap", () => {
  expect(findValueRuns([null, 1, 2, null, null, 3])).toEqual([
    [1, 2],
    [5, 5],
  ]);
});
