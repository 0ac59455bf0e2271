import fc from "fast-check";
import { expect, test } from "vitest";
import { gridEndMs } from "@/lib/model/grid";
import { alignGrid, chooseRateWindow, chooseStep, maxGridPoints, allowedStepsMs } from "./grid";

const window = fc
  .record({
    startMs: fc.integer({ min: 1.6e12, max: 1.8e12 }),
    lengthMs: fc.integer({ min: 60_000, max: 92 * 86_400_000 }),
  })
  .map(({ startMs, lengthMs }) => ({ startMs, endMs: startMs + lengthMs }));
const spacing = fc.option(fc.constantFrom(1_000, 5_000, 15_000, 30_000, 120_000));

test("places points at multiples of a listed step inside the window, at most as many as a panel draws", () => {
  fc.assert(
    fc.property(window, spacing, (window, spacingMs) => {
      const stepMs = chooseStep(window, spacingMs);
      const grid = alignGrid(window, stepMs);
      expect(allowedStepsMs).toContain(stepMs);
      expect(grid.startMs % stepMs).toBe(0);
      expect(grid.pointCount).toBeLessThanOrEqual(maxGridPoints);
      expect(grid.pointCount === 0 || grid.startMs >= window.startMs).toBe(true);
      expect(grid.pointCount === 0 || gridEndMs(grid) <= window.endMs).toBe(true);
    }),
  );
});

test("returns the same points to viewers whose clocks differ by less than a step", () => {
  fc.assert(
    fc.property(window, fc.nat(59_999), (window, skewMs) => {
      const stepMs = 60_000;
      const base = {
        startMs: Math.floor(window.startMs / stepMs) * stepMs + 1,
        endMs: Math.floor(window.endMs / stepMs) * stepMs,
      };
      const skewed = { startMs: base.startMs + Math.min(skewMs, stepMs - 1), endMs: base.endMs + skewMs };
      expect(alignGrid(skewed, stepMs)).toEqual(alignGrid({ ...base, startMs: base.startMs }, stepMs));
    }),
  );
});

test("uses a rate window of four samples, and at least one step", () => {
  expect(chooseRateWindow(60_000, 5_000)).toBe(60_000);
  expect(chooseRateWindow(60_000, 30_000)).toBe(120_000);
  expect(chooseRateWindow(1_000, 120_000)).toBe(480_000);
  expect(chooseRateWindow(1_000, null)).toBe(240_000);
});
