import fc from "fast-check";
import { expect, test } from "vitest";
import { findDotIndexAt, layOutDots, type PlotBox, alignTickLabel } from "./dots";

const box: PlotBox = { width: 600, height: 200, left: 40, right: 10, top: 10, bottom: 20 };
const window = { startMs: 1_790_000_000_000, endMs: 1_790_000_900_000 };

test("places every dot inside the plot, later ones to the right and larger ones higher", () => {
  const dot = fc.record({
    timeMs: fc.integer({ min: window.startMs, max: window.endMs }),
    value: fc.double({ min: 0.0001, max: 1_000, noNaN: true }),
    isMarked: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(dot, { minLength: 1, maxLength: 50 }), (dots) => {
      const { xs, ys, valueTicks } = layOutDots(dots, window, box);
      for (const [index, one] of dots.entries()) {
        const [x, y] = [xs[index] ?? -1, ys[index] ?? -1];
        expect(x >= box.left && x <= box.width - box.right).toBe(true);
        expect(y >= box.top && y <= box.height - box.bottom).toBe(true);
        const [first = one] = dots;
        expect(Math.sign(first.value - one.value) * (y - (ys[0] ?? 0))).toBeGreaterThanOrEqual(0);
      }
      for (const { positionPx } of valueTicks)
        expect(positionPx >= box.top && positionPx <= box.height - box.bottom).toBe(true);
    }),
  );
});

test("draws marked dots with another shape", () => {
  const dots = [
    { timeMs: window.startMs, value: 1, isMarked: false },
    { timeMs: window.endMs, value: 1, isMarked: true },
  ];
  const { unmarkedPath, markedPath } = layOutDots(dots, window, box);
  expect(unmarkedPath).toBe("M40 95h0");
  expect(markedPath).toBe("M587 92l6 6m0-6l-6 6");
});

test("uses round times, and few of them on a narrow axis", () => {
  const { timeTicks } = layOutDots([], window, { ...box, width: 300 });
  expect(timeTicks.length).toBeLessThanOrEqual(3);
  for (const { value } of timeTicks) expect(value % 60_000).toBe(0);
});

test("returns the closest dot, and none that is far away", () => {
  const { xs, ys } = layOutDots(
    [
      { timeMs: window.startMs, value: 1, isMarked: false },
      { timeMs: window.endMs, value: 1, isMarked: false },
    ],
    window,
    box,
  );
  expect(findDotIndexAt({ xs, ys }, { x: 45, y: 90 })).toBe(0);
  expect(findDotIndexAt({ xs, ys }, { x: 588, y: 95 })).toBe(1);
  expect(findDotIndexAt({ xs, ys }, { x: 300, y: 95 })).toBeNull();
});

test("a label at the right edge is not cut off", () => {
  expect(alignTickLabel(300, "04:03:00", 800)).toEqual({ x: 300, textAnchor: "middle" });
  expect(alignTickLabel(788, "04:03:00", 800)).toEqual({ x: 800, textAnchor: "end" });
});
