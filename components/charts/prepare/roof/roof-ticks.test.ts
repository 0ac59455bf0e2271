import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTick } from "@/lib/format/tick";
import { measureXLabelPx, chooseTicks } from "./roof-ticks";

test("never overlaps axis labels at any zoom", () => {
  const near = fc.double({ min: 40, max: 1_600, noNaN: true });
  const first = fc.double({ min: -8, max: 9, noNaN: true });
  fc.assert(
    fc.property(near, first, (pixelsPerDecade, left) => {
      const range = { min: 10 ** left, max: 10 ** (left + 694 / pixelsPerDecade) };
      const ticks = chooseTicks({ range, pixelsPerDecade, measureLabelPx: measureXLabelPx });
      for (const [index, tick] of ticks.slice(1).entries()) {
        const apart = Math.log10(tick / (ticks[index] ?? tick)) * pixelsPerDecade;
        const width = (formatTick(tick).length + formatTick(ticks[index] ?? tick).length) * 3;
        expect(apart).toBeGreaterThanOrEqual(width);
      }
      expect(new Set(ticks.map(formatTick)).size).toBe(ticks.length);
    }),
  );
});

test("keeps the roundest labels when space is limited", () => {
  const range = { min: 900, max: 40_000 };
  expect(chooseTicks({ range, pixelsPerDecade: 700, measureLabelPx: measureXLabelPx })).toEqual(
    expect.arrayContaining([1_000, 3_000, 10_000, 30_000]),
  );
  expect(chooseTicks({ range, pixelsPerDecade: 700, measureLabelPx: measureXLabelPx })).not.toContain(9_000);
});
