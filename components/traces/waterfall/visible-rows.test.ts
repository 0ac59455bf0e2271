import fc from "fast-check";
import { expect, test } from "vitest";
import { anyTrace } from "@/tests/support/traces/any-trace";
import { traceFromLanes } from "@/tests/support/traces/drawn-trace";
import { createTraceView } from "@/tests/support/traces/trace-view";
import {
  collapseRowsFromDepth,
  findServiceEntryRows,
  toGapIndex,
  groupGapsByNextSpan,
  expandAncestors,
  computeVisibleRows,
} from "./visible-rows";

const lanes = createTraceView(
  traceFromLanes(`
    root      |────────────────────
      a       |  ────────
        a1    |    ──
      b       |              ──
  `),
);

function visibleNames(
  collapsedRows: Uint8Array = new Uint8Array(lanes.spans.rowCount),
  { spans, gaps } = lanes,
): readonly string[] {
  const { rowCodes } = computeVisibleRows(spans, gaps, {
    collapsedRows,
    gaps: groupGapsByNextSpan(gaps, spans),
  });
  const name = (row: number): string => spans.names[spans.nameIndex[row] ?? -1] ?? "";
  return [...rowCodes].map((code) =>
    code >= 0 ? name(code) : `gap in ${name(gaps.row[toGapIndex(code)] ?? -1)}`,
  );
}

test("places a gap before the child that ends it or after the last child, inner gaps first", () => {
  expect(visibleNames()).toEqual([
    "root",
    "gap in root",
    "a",
    "gap in a",
    "a1",
    "gap in a",
    "gap in root",
    "b",
    "gap in root",
  ]);
});

test("hides exactly the descendants and gaps of a collapsed row", () => {
  expect(visibleNames(Uint8Array.of(0, 1, 0, 0))).toEqual([
    "root",
    "gap in root",
    "a",
    "gap in root",
    "b",
    "gap in root",
  ]);
  expect(visibleNames(collapseRowsFromDepth(lanes.spans, 0))).toEqual(["root"]);
  expect(visibleNames(collapseRowsFromDepth(lanes.spans, 1))).toEqual(
    visibleNames(Uint8Array.of(0, 1, 0, 0)),
  );
  expect(visibleNames(expandAncestors(lanes.spans, collapseRowsFromDepth(lanes.spans, 0), 2))).toEqual(
    visibleNames(),
  );
});

test("returns the spans with which calls enter a service", () => {
  const { spans } = lanes;
  expect(findServiceEntryRows({ ...spans, serviceIndex: Int32Array.of(0, 1, 1, 1) }, 1)).toEqual([1]);
  expect(findServiceEntryRows({ ...spans, serviceIndex: Int32Array.of(1, 0, 1, 0) }, 1)).toEqual([0]);
});

test("property: a span is visible once, exactly if all its ancestors are expanded", () => {
  fc.assert(
    fc.property(anyTrace, fc.array(fc.boolean(), { maxLength: 20 }), (trace, draws) => {
      const { spans, gaps } = createTraceView(trace);
      const collapsedRows = Uint8Array.from({ length: spans.rowCount }, (_, row) =>
        draws[row] === true ? 1 : 0,
      );
      const { rowCodes, rowOfSpan } = computeVisibleRows(spans, gaps, {
        collapsedRows,
        gaps: groupGapsByNextSpan(gaps, spans),
      });
      const isHidden = (row: number): boolean => {
        for (let at = spans.parentRow[row] ?? -1; at !== -1; at = spans.parentRow[at] ?? -1)
          if (collapsedRows[at] === 1) return true;
        return false;
      };
      const rows = Array.from({ length: spans.rowCount }, (_, row) => row);
      expect([...rowCodes].filter((code) => code >= 0)).toEqual(rows.filter((row) => !isHidden(row)));
      const shownGaps = [...rowCodes].filter((code) => code < 0).map(toGapIndex);
      const openGaps = gaps.row.flatMap((row, gap) =>
        isHidden(row) || collapsedRows[row] === 1 ? [] : [gap],
      );
      expect(shownGaps.toSorted((a, b) => a - b)).toEqual(openGaps);
      for (const row of rows) {
        const visible = rowCodes[rowOfSpan[row] ?? -1] ?? -1;
        expect(
          isHidden(row)
            ? isAbove(spans.parentRow, visible, row) && collapsedRows[visible] === 1
            : visible === row,
        ).toBe(true);
      }
    }),
  );
});

function isAbove(parents: Int32Array, above: number, row: number): boolean {
  for (let at = parents[row] ?? -1; at !== -1; at = parents[at] ?? -1) if (at === above) return true;
  return false;
}
