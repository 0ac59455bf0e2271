import fc from "fast-check";
import { expect, test } from "vitest";
import { boxAt, overlaps } from "./plot-boxes";
import { computeTooltipPosition } from "./card-position";

const viewport = { left: 0, top: 0, right: 750, bottom: 600 };

test("places a card to the right of and below its point", () => {
  expect(computeTooltipPosition({ x: 100, y: 100 }, { width: 260, height: 200 }, viewport)).toEqual({
    left: 114,
    top: 114,
  });
});

test("places it to the left near the right edge, and above near the bottom", () => {
  const position = computeTooltipPosition({ x: 700, y: 560 }, { width: 260, height: 200 }, viewport);
  expect(position).toEqual({ left: 426, top: 346 });
});

test("keeps it inside the visible part of the plot", () => {
  const position = computeTooltipPosition(
    { x: 100, y: 480 },
    { width: 260, height: 268 },
    { ...viewport, bottom: 520 },
  );
  expect(position.top).toBe(480 - 14 - 268);
});

test("places a card as wide as the plot above or below its point", () => {
  const phone = { left: 0, top: 0, right: 366, bottom: 348 };
  const at = { x: 60, y: 260 };
  const size = { width: 366, height: 150 };
  const { left, top } = computeTooltipPosition(at, size, phone);
  expect(left).toBe(0);
  expect(top).toBe(260 - 14 - 150);
});

test("never leaves the visible area if the card fits, and never covers a point with space next to it", () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(part, part, part, part, (x, y, wide, high) => {
      const at = { x: x * 750, y: y * 600 };
      const size = { width: wide * 750, height: high * 280 };
      const { left, top } = computeTooltipPosition(at, size, viewport);
      const box = boxAt(left, top, size);
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(750 + 1e-6);
      expect(box.top).toBeGreaterThanOrEqual(0);
      expect(box.bottom).toBeLessThanOrEqual(600 + 1e-6);
      const mark = { left: at.x - 1, right: at.x + 1, top: at.y - 1, bottom: at.y + 1 };
      expect(overlaps(box, mark)).toBe(false);
    }),
  );
});
