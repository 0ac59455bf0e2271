import fc from "fast-check";
import { expect, test } from "vitest";
import { formatElapsed } from "./elapsed";

const plain = (ms: number): string => formatElapsed(ms).replaceAll(/\s/g, " ");

test.each([
  [-5, "0 s"],
  [0, "0 s"],
  [2_450, "2.5 s"],
  [9_999, "10 s"],
  [59_400, "59 s"],
  [59_700, "1 min"],
  [112_598, "1 min 53 s"],
  [148_565, "2 min 29 s"],
  [600_000, "10 min"],
  [3_599_600, "1 h"],
  [7_530_000, "2 h 6 min"],
  [86_399_999, "1 d"],
  [3 * 86_400_000 + 7 * 3_600_000, "3 d 7 h"],
])("formats %d ms as %s", (ms, text) => {
  expect(plain(ms)).toBe(text);
});

test("property: the text is within 3 % of the duration, for durations of a few seconds and more", () => {
  const units = { s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;
  fc.assert(
    fc.property(fc.integer({ min: 2_000, max: 100 * units.d }), (ms) => {
      const read = [...plain(ms).matchAll(/([\d.]+) (s|min|h|d)/g)].reduce(
        (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
        0,
      );
      expect(Math.abs(read - ms) / ms).toBeLessThan(0.03);
    }),
  );
});
