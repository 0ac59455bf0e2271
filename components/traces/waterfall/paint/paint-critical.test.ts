import fc from "fast-check";
import { expect, test } from "vitest";
import { thinOutJoints } from "./paint-critical";

test("keeps all joints that have enough distance", () => {
  const joints = new Map([
    [90, [2, 3]],
    [10, [0, 1]],
    [14, [1, 2]],
  ] as const);
  expect(thinOutJoints(joints).map(([x]) => x)).toEqual([10, 14, 90]);
});

test("property: three of four columns stay free, and every joint is near a drawn one", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 2_000 }), { maxLength: 500 }), (columns) => {
      const drawn = thinOutJoints(new Map(columns.map((x) => [x, [0, 1]]))).map(([x]) => x);
      for (const [index, x] of drawn.entries())
        expect(x - (drawn[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(4);
      for (const x of columns) expect(drawn.some((one) => one <= x && x - one < 4)).toBe(true);
    }),
  );
});
