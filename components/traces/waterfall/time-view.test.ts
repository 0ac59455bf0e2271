import fc from "fast-check";
import { expect, test } from "vitest";
import { createTimeScale } from "./scale";
import { clampView, panView, initialView, rulerTicks, zoomView } from "./time-view";

const full = { fromNs: 0, toNs: 1_000_000 };
const anyView = fc
  .tuple(fc.double({ min: -1e6, max: 2e6, noNaN: true }), fc.double({ min: 0, max: 3e6, noNaN: true }))
  .map(([fromNs, length]) => ({ fromNs, toNs: fromNs + length }));

test("property: the range is within the trace and at least ten nanoseconds long", () => {
  fc.assert(
    fc.property(
      anyView,
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (wanted, factor, atShare) => {
        const view = clampView(wanted, full);
        for (const next of [
          view,
          zoomView(view, full, { factor, anchorShare: atShare }),
          panView(view, full, factor - 1),
        ]) {
          expect(next.fromNs).toBeGreaterThanOrEqual(0);
          expect(next.toNs).toBeLessThanOrEqual(full.toNs + 1e-6);
          expect(next.toNs - next.fromNs).toBeGreaterThanOrEqual(10 - 1e-6);
        }
      },
    ),
  );
});

test("opens up to the first token, or fully if the first token is very early", () => {
  expect(initialView(full, 400_000)).toEqual({ fromNs: 0, toNs: 416_000 });
  expect(initialView(full, 4_000)).toEqual(full);
  expect(initialView(full, null)).toEqual(full);
});

test("zooms down to nanoseconds and keeps the time under the pointer", () => {
  const near = zoomView(full, full, { factor: 0.1, anchorShare: 0.25 });
  expect(near).toEqual({ fromNs: 225_000, toNs: 325_000 });
  let view = full;
  for (let step = 0; step < 30; step += 1) view = zoomView(view, full, { factor: 0.5, anchorShare: 0.25 });
  expect(view.toNs - view.fromNs).toBeCloseTo(10);
  expect(view.fromNs).toBeCloseTo(250_000, -1);
});

test("returns few round ticks within the range", () => {
  expect(rulerTicks({ fromNs: 0, toNs: 2_600_000_000 }, 6)).toEqual([0, 5e8, 1e9, 1.5e9, 2e9, 2.5e9]);
  expect(rulerTicks({ fromNs: 1_234, toNs: 1_254 }, 5)).toEqual([1_235, 1_240, 1_245, 1_250]);
  fc.assert(
    fc.property(anyView, (wanted) => {
      const view = clampView(wanted, full);
      const ticks = rulerTicks(view, 6);
      expect(ticks.length).toBeLessThanOrEqual(7);
      expect(ticks.every((tick) => tick >= view.fromNs && tick <= view.toNs)).toBe(true);
    }),
  );
});

test("places an instant by its share of the range", () => {
  const scale = createTimeScale({ fromNs: 100, toNs: 300 }, 400);
  expect([scale.toX(100), scale.toX(200), scale.toX(300), scale.toX(0)]).toEqual([0, 200, 400, -200]);
});
