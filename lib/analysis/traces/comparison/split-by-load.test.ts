import fc from "fast-check";
import { expect, test } from "vitest";
import { splitByLoad } from "./split-by-load";

const minuteMs = 60_000;
const startMs = 1_780_000_020_000;
const windowOf = (minutes: number) => ({ startMs, endMs: startMs + minutes * minuteMs });

test("picks a quarter of the minutes per side, and merges adjacent minutes", () => {
  const values = [1, 1, 5, 5, 9, 9, 5, 5];
  expect(splitByLoad({ startMs, stepMs: minuteMs, values }, windowOf(8))).toEqual({
    kind: "sides",
    intervalMs: minuteMs,
    high: {
      windows: [{ startMs: startMs + 4 * minuteMs, endMs: startMs + 6 * minuteMs }],
      intervalCount: 2,
      meanRunningRequests: 9,
    },
    low: { windows: [{ startMs, endMs: startMs + 2 * minuteMs }], intervalCount: 2, meanRunningRequests: 1 },
  });
});

test("averages points that are closer than one minute", () => {
  const values = Array.from({ length: 16 }, (_, index) => (index < 4 ? 8 : index % 2));
  const sides = splitByLoad({ startMs, stepMs: 15_000, values }, windowOf(4));
  expect(sides).toMatchObject({
    kind: "sides",
    high: { meanRunningRequests: 8 },
    low: { meanRunningRequests: 0.5 },
  });
});

test("reports a reason when load is unknown or constant", () => {
  const reported = (values: readonly (number | null)[]) =>
    splitByLoad({ startMs, stepMs: minuteMs, values }, windowOf(values.length));
  expect(reported([1, null, 3])).toMatchObject({
    kind: "inconclusive",
    reason: expect.stringMatching(/2 of the minutes in the window, and at least 4 are needed/),
  });
  expect(reported([4, 4, 4, 4, 4, 4])).toMatchObject({
    kind: "inconclusive",
    reason: expect.stringMatching(/was constant/),
  });
});

test("property: high and low load never overlap or leave the window, and a low interval is never busier", () => {
  const values = fc.array(fc.option(fc.nat(50), { freq: 4 }), { minLength: 0, maxLength: 120 });
  fc.assert(
    fc.property(values, fc.constantFrom(15_000, minuteMs, 120_000), (column, stepMs) => {
      const window = { startMs: startMs + 7_000, endMs: startMs + 7_000 + column.length * stepMs };
      const sides = splitByLoad({ startMs: window.startMs, stepMs, values: column }, window);
      if (sides.kind === "inconclusive") return;
      expect(sides.high.meanRunningRequests).toBeGreaterThan(sides.low.meanRunningRequests);
      const allMinutes = [...sides.high.windows, ...sides.low.windows].toSorted(
        (a, b) => a.startMs - b.startMs,
      );
      for (const [index, { startMs: from, endMs: to }] of allMinutes.entries()) {
        expect(from).toBeGreaterThanOrEqual(allMinutes[index - 1]?.endMs ?? window.startMs);
        expect(to).toBeLessThanOrEqual(window.endMs);
      }
    }),
  );
});
