import fc from "fast-check";
import { expect, test } from "vitest";
import { thinSpace } from "@/lib/format/number";
import { layOutRulerLabels } from "./ruler-labels";

const measure = (text: string): number => text.length * 6;
const texts = (labels: ReturnType<typeof layOutRulerLabels>): readonly string[] =>
  labels.map(({ text }) => text.replace(thinSpace, " "));

test("labels every round time with short labels", () => {
  const view = { fromNs: 0, toNs: 2_600_000_000 };
  expect(texts(layOutRulerLabels(view, { width: 1_000, measureText: measure }))).toEqual([
    "0 ns",
    "500 ms",
    "1 s",
    "1.5 s",
    "2 s",
    "2.5 s",
  ]);
});

test("labels fewer times with long labels", () => {
  const near = { fromNs: 8_123_456_700, toNs: 8_123_456_760 };
  const wide = texts(layOutRulerLabels(near, { width: 700, measureText: measure }));
  const narrow = texts(layOutRulerLabels(near, { width: 240, measureText: measure }));
  expect(wide).toContain("8.12345672 s");
  expect(wide.length).toBeGreaterThan(2);
  expect(narrow.length).toBeLessThan(wide.length);
  expect(narrow.length).toBeGreaterThan(0);
});

test("uses the same number of digits deep in a trace", () => {
  const view = { fromNs: 1_427_996_075, toNs: 1_427_996_117 };
  expect(texts(layOutRulerLabels(view, { width: 700, measureText: measure }))).toEqual([
    "1.42799608 s",
    "1.42799609 s",
    "1.42799610 s",
    "1.42799611 s",
  ]);
});

test("uses relative labels if only one full label fits", () => {
  const view = { fromNs: 7_901_248_287, toNs: 7_901_248_297 };
  expect(texts(layOutRulerLabels(view, { width: 400, measureText: measure }))).toEqual([
    "7.90124829 s",
    "+5 ns",
  ]);
});

test("property: labels overlap neither each other, nor the edge, nor the occupied range", () => {
  const length = fc.integer({ min: 10, max: 60_000 }).map((x) => Math.round(10 * 1.0005 ** x));
  fc.assert(
    fc.property(
      fc.nat(90_000_000_000),
      length,
      fc.integer({ min: 120, max: 1_600 }),
      fc.option(fc.tuple(fc.nat(1_600), fc.nat(200))),
      (fromNs, lengthNs, width, occupiedRange) => {
        const taken =
          occupiedRange === null ? null : ([occupiedRange[0], occupiedRange[0] + occupiedRange[1]] as const);
        const labels = layOutRulerLabels(
          { fromNs, toNs: fromNs + lengthNs },
          { width, measureText: measure, occupied: taken },
        );
        expect(labels.length).toBeLessThanOrEqual(7);
        expect(new Set(texts(labels)).size).toBe(labels.length);
        expect(labels[0]?.text.startsWith("+")).not.toBe(true);
        for (const [index, { x, text }] of labels.entries()) {
          const to = x + 4 + measure(text);
          expect(to).toBeLessThanOrEqual(Math.min(width, labels[index + 1]?.x ?? width));
          expect(taken === null || to <= taken[0] || x >= taken[1]).toBe(true);
        }
      },
    ),
  );
});
