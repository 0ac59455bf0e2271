import fc from "fast-check";
import { expect, test } from "vitest";
import { contentHeight, firstLineAt, computeScrollTop } from "./scroll-position";

test("a text that fits does not scroll", () => {
  const lines = { lineCount: 5, visibleCount: 5, rangePx: 0 };
  expect([firstLineAt(lines, 100), computeScrollTop(lines, 4), contentHeight(5, 18)]).toEqual([0, 0, 90]);
});

test("every line of a text of 5 million lines can be reached, also the last one", () => {
  const visibleCount = 20;
  fc.assert(
    fc.property(
      fc.integer({ min: 21, max: 5_242_880 }),
      fc.nat(),
      fc.integer({ min: 300, max: 400 }),
      (lineCount, some, areaPx) => {
        const height = contentHeight(lineCount, 18);
        expect(height).toBeLessThanOrEqual(4_000_000);
        const lines = { lineCount, visibleCount, rangePx: Math.max(1, height - areaPx) };
        const line = some % lineCount;
        const first = firstLineAt(lines, computeScrollTop(lines, line));
        expect(first).toBeLessThanOrEqual(line);
        expect(line).toBeLessThan(first + visibleCount);
        expect(firstLineAt(lines, lines.rangePx)).toBe(lineCount - visibleCount);
        expect(firstLineAt(lines, 0)).toBe(0);
      },
    ),
  );
});
