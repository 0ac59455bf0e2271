/**
 * Computes the visible rows: spans and the gaps between them, without the children of collapsed rows. Pure, in linear
 * time.
 */
import type { TraceView, SpanColumns } from "@/lib/client/trace-view";

type Gaps = TraceView["gaps"];

/** Code of a gap in the list of visible rows. A span's code is its index. */
const gapCode = (gap: number): number => -1 - gap;
/** Returns the index of the gap that a row code represents; negative for the row of a span. */
export const toGapIndex = (rowCode: number): number => -1 - rowCode;

/** Rows of a timeline that are not collapsed. */
export interface VisibleRows {
  /** For each visible row, from the top: the index of its span, or −1 − the index of its gap. */
  readonly rowCodes: Int32Array;
  /** For each span the index of its visible row, or of the collapsed ancestor's row. */
  readonly rowOfSpan: Int32Array;
}

/**
 * Gaps by the index of the span before which they are shown. Gaps after the last child are shown before the span that
 * follows the subtree.
 */
export type GapsByNextSpan = ReadonlyMap<number, readonly number[]>;

/** Groups gaps by the span before which they are displayed. */
export function groupGapsByNextSpan(
  { row, before }: Gaps,
  { subtreeEndRow, depth }: SpanColumns,
): GapsByNextSpan {
  const groups = new Map<number, number[]>();
  for (const [gap, next] of before.entries()) {
    const at = next >= 0 ? next : (subtreeEndRow[row[gap] ?? 0] ?? 0);
    const group = groups.get(at);
    if (group === undefined) groups.set(at, [gap]);
    else group.push(gap);
  }
  // Gaps of inner subtrees come first, because inner subtrees end first.
  const depthOf = (gap: number): number => depth[row[gap] ?? 0] ?? 0;
  for (const group of groups.values()) group.sort((a, b) => depthOf(b) - depthOf(a));
  return groups;
}

/** Computes the visible rows from the collapsed spans, with gaps in between. */
export function computeVisibleRows(
  spans: SpanColumns,
  { row: gapRows }: Gaps,
  { collapsedRows, gaps }: { readonly collapsedRows: Uint8Array; readonly gaps: GapsByNextSpan },
): VisibleRows {
  const codes = new Int32Array(spans.rowCount + gapRows.length);
  const rowOfSpan = new Int32Array(spans.rowCount);
  let count = 0;
  const isOpen = (row: number): boolean => collapsedRows[row] === 0 && codes[rowOfSpan[row] ?? 0] === row;
  const addGaps = (at: number): void => {
    for (const gap of gaps.get(at) ?? []) {
      if (!isOpen(gapRows[gap] ?? 0)) continue;
      codes[count] = gapCode(gap);
      count += 1;
    }
  };
  for (let row = 0; row < spans.rowCount;) {
    addGaps(row);
    const next = collapsedRows[row] === 1 ? (spans.subtreeEndRow[row] ?? row + 1) : row + 1;
    rowOfSpan.fill(count, row, next);
    codes[count] = row;
    count += 1;
    row = next;
  }
  addGaps(spans.rowCount);
  return { rowCodes: codes.slice(0, count), rowOfSpan };
}

/** Returns whether a span has children. */
export function isParent({ subtreeEndRow }: SpanColumns, row: number): boolean {
  return (subtreeEndRow[row] ?? 0) > row + 1;
}

/**
 * Returns which spans are collapsed if all parents from this depth on are. At depth 0 only the roots are
 * visible.
 */
export function collapseRowsFromDepth(spans: SpanColumns, depth: number): Uint8Array {
  return Uint8Array.from(spans.depth, (spanDepth, row) =>
    spanDepth >= depth && isParent(spans, row) ? 1 : 0,
  );
}

/**
 * Returns the spans with which requests enter a service: spans with children whose parent belongs to another
 * service.
 */
export function findServiceEntryRows(spans: SpanColumns, serviceIndex: number): readonly number[] {
  const found: number[] = [];
  for (let row = 0; row < spans.rowCount; row += 1) {
    if (spans.serviceIndex[row] !== serviceIndex || !isParent(spans, row)) continue;
    const above = spans.parentRow[row] ?? -1;
    if (above === -1 || spans.serviceIndex[above] !== serviceIndex) found.push(row);
  }
  return found;
}

/** Returns `collapsedRows` with all ancestors of `row` expanded. */
export function expandAncestors(
  { parentRow }: SpanColumns,
  collapsedRows: Uint8Array,
  row: number,
): Uint8Array {
  const next = collapsedRows.slice();
  for (let at = parentRow[row] ?? -1; at !== -1; at = parentRow[at] ?? -1) next[at] = 0;
  return next;
}
