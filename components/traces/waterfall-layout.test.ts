import fc from "fast-check";
import { expect, test } from "vitest";
import type { SpanRow } from "@/lib/contracts/traces";
import { hasChildren, placeBar, rulerTicks, visibleRows } from "./waterfall-layout";

function row(parentIndex: number): SpanRow {
  return {
    spanId: "",
    isMissing: false,
    parentIndex,
    depth: 0,
    service: "",
    operation: "",
    kind: "internal",
    phase: null,
    isError: false,
    startNs: 0,
    durationNs: 0,
    selfNs: 0,
    clockMovedNs: 0,
    flags: [],
    attributes: {},
    events: [],
  };
}

test("closing a row hides all below it and nothing else", () => {
  const spans = [row(-1), row(0), row(1), row(0), row(-1)];
  expect(visibleRows(spans, new Set([1]))).toEqual([0, 1, 3, 4]);
  expect(visibleRows(spans, new Set([0]))).toEqual([0, 4]);
  expect(visibleRows(spans, new Set())).toEqual([0, 1, 2, 3, 4]);
  expect(hasChildren(spans)).toEqual([true, true, false, false, false]);
});

test("a bar lies inside the ruler wherever the span lies", () => {
  const ns = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(
      ns,
      fc.nat(1_000_000),
      ns,
      fc.integer({ min: 1, max: 1_000_000 }),
      (startNs, durationNs, from, length) => {
        const place = placeBar({ startNs, durationNs }, { startNs: from, endNs: from + length });
        const isOutside = startNs > from + length || startNs + durationNs < from;
        expect(place === null).toBe(isOutside);
        expect(place === null || (place.left >= 0 && place.left <= 100 && place.width > 0)).toBe(true);
      },
    ),
  );
});

test("the ruler has round ticks and not too many", () => {
  expect(rulerTicks({ startNs: 0, endNs: 2_600_000_000 }, 6)).toEqual([0, 5e8, 1e9, 1.5e9, 2e9, 2.5e9]);
  expect(rulerTicks({ startNs: 0, endNs: 7 }, 5).length).toBeLessThanOrEqual(6);
});
