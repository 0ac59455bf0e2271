import fc from "fast-check";
import { expect, test } from "vitest";
import { gridEndMs, type Grid } from "@/lib/model/grid";
import type { TimeWindow } from "@/lib/model/time-window";
import { splitGrid } from "./split-grid";

const grid: Grid = { startMs: 100, stepMs: 10, pointCount: 10 };
const always: TimeWindow = { startMs: -Infinity, endMs: Infinity };
const timesOf = ({ startMs, stepMs, pointCount }: Grid): readonly number[] =>
  Array.from({ length: pointCount }, (_, index) => startMs + index * stepMs);

test("leaves the range of a provider that covers everything in one part", () => {
  expect(splitGrid(grid, [[always]])).toEqual([{ grid, providerIndex: 0 }]);
  expect(splitGrid({ ...grid, pointCount: 0 }, [[always]])).toEqual([
    { grid: { ...grid, pointCount: 0 }, providerIndex: 0 },
  ]);
});

test("divides a range at a boundary, prefers the first provider and names uncovered points", () => {
  const coverage = [[{ startMs: 160, endMs: Infinity }], [{ startMs: 115, endMs: 180 }]];
  expect(splitGrid(grid, coverage)).toEqual([
    { grid: { startMs: 100, stepMs: 10, pointCount: 2 }, providerIndex: -1 },
    { grid: { startMs: 120, stepMs: 10, pointCount: 4 }, providerIndex: 1 },
    { grid: { startMs: 160, stepMs: 10, pointCount: 4 }, providerIndex: 0 },
  ]);
});

const windows = fc.array(
  fc
    .tuple(fc.integer({ min: -300, max: 700 }), fc.nat(400))
    .map(([startMs, lengthMs]): TimeWindow => ({ startMs, endMs: startMs + lengthMs })),
  { maxLength: 3 },
);

test("assigns every point once, to the first provider that covers it, in the fewest parts", () => {
  fc.assert(
    fc.property(
      fc.array(windows, { maxLength: 4 }),
      fc.integer({ min: -10, max: 10 }),
      fc.integer({ min: 1, max: 40 }),
      fc.nat(60),
      (coverage, start, stepMs, pointCount) => {
        const full: Grid = { startMs: start * stepMs, stepMs, pointCount };
        const parts = splitGrid(full, coverage);
        expect(parts.flatMap((part) => timesOf(part.grid))).toEqual(timesOf(full));
        for (const { grid: part, providerIndex } of parts) {
          expect(part.stepMs).toBe(stepMs);
          for (const timeMs of timesOf(part)) {
            const covers = coverage.map((one) =>
              one.some(({ startMs, endMs }) => startMs <= timeMs && timeMs <= endMs),
            );
            expect(providerIndex).toBe(covers.indexOf(true));
          }
        }
        for (const [index, part] of parts.entries()) {
          const next = parts[index + 1];
          if (next === undefined) continue;
          expect(next.providerIndex).not.toBe(part.providerIndex);
          expect(next.grid.startMs).toBe(gridEndMs(part.grid) + stepMs);
        }
      },
    ),
  );
});
