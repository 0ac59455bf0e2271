"use client";

import { useMemo, useState } from "react";
import type { TraceView } from "@/lib/client/trace-view";
import {
  collapseRowsFromDepth,
  findServiceEntryRows,
  toGapIndex,
  groupGapsByNextSpan,
  isParent,
  expandAncestors,
  computeVisibleRows,
  type VisibleRows,
} from "./visible-rows";

/** Collapsed rows and selection of a timeline. */
export interface SpanTree {
  readonly visibleRows: VisibleRows;
  /** 1 for each span that is collapsed, by index of the span. */
  readonly collapsedRows: Uint8Array;
  /** Index of a span, or code of a gap. */
  readonly selectedRowCode: number;
  /** Index of the visible row that is, or represents, the selected row. */
  readonly activeRowIndex: number;
  /** Indexes of the gaps of each span, by index of the span. */
  readonly gapsByRow: ReadonlyMap<number, readonly number[]>;
  readonly select: (rowCode: number) => void;
  /** Collapses or expands a span, and selects it. */
  readonly toggle: (row: number) => void;
  /** Expands all ancestors of a span and selects it. Returns the index of its visible row. */
  readonly reveal: (row: number) => number;
  /** Collapses all parents from this depth on, and expands all others. */
  readonly collapseFromDepth: (depth: number) => void;
  /** Collapses the spans where a call enters a service, or expands all of them if all are collapsed. */
  readonly toggleService: (serviceIndex: number) => void;
  readonly isServiceCollapsed: (serviceIndex: number) => boolean;
  /** Handles a key of the tree. Returns the index of the row to scroll to, or null for other keys. */
  readonly handleKey: (key: string) => number | null;
}

/** Initially selected span, and a callback for changes. */
export interface RowSelection {
  /** ID of the span that is selected first. The default is the first row. */
  readonly initialSpanId?: string | null;
  /** Called with the span ID, or null for a gap, when the selection changes. */
  readonly onSelect?: (spanId: string | null) => void;
}

/** Manages the collapsed rows and the selection. */
export function useWaterfall(
  trace: TraceView,
  { initialSpanId = null, onSelect }: RowSelection = {},
): SpanTree {
  const { spans, gaps } = trace;
  const [storedClosed, setClosed] = useState<Uint8Array>(() => new Uint8Array(spans.rowCount));
  const [chosen, setChosen] = useState(() => rowOf(spans, initialSpanId));
  // Another trace, or the same trace with additional spans, starts fully expanded.
  const collapsedRows = useMemo(
    () => (storedClosed.length === spans.rowCount ? storedClosed : new Uint8Array(spans.rowCount)),
    [storedClosed, spans],
  );
  const select = (code: number): void => {
    setChosen(code);
    onSelect?.(code < 0 ? null : spans.findSpanId(code));
  };
  const gapsByNextSpan = useMemo(() => groupGapsByNextSpan(gaps, spans), [gaps, spans]);
  const visibleRows = useMemo(
    () => computeVisibleRows(spans, gaps, { collapsedRows, gaps: gapsByNextSpan }),
    [spans, gaps, collapsedRows, gapsByNextSpan],
  );
  const gapsOfRow = useMemo(() => Map.groupBy(gaps.row.keys(), (gap) => gaps.row[gap] ?? 0), [gaps]);
  const selected = chosen < spans.rowCount ? chosen : 0;
  const at = rowIndexOf(visibleRows, gaps, selected);
  const toggle = (row: number): void => {
    const next = collapsedRows.slice();
    next[row] = next[row] === 1 ? 0 : 1;
    setClosed(next);
    select(row);
  };

  const move = (key: string): number | null => {
    const code = visibleRows.rowCodes[at] ?? 0;
    const isFamily = code >= 0 && isParent(spans, code);
    const isClosed = collapsedRows[code] === 1;
    if ((key === "ArrowLeft" && isFamily && !isClosed) || (key === "ArrowRight" && isFamily && isClosed)) {
      toggle(code);
      return at;
    }
    const parent = code < 0 ? (gaps.row[toGapIndex(code)] ?? -1) : (spans.parentRow[code] ?? -1);
    const to = findTargetRow(key, at, {
      count: visibleRows.rowCodes.length,
      parent: parent < 0 ? at : (visibleRows.rowOfSpan[parent] ?? at),
    });
    if (to === null) return null;
    select(visibleRows.rowCodes[to] ?? 0);
    return to;
  };

  return {
    visibleRows,
    collapsedRows,
    selectedRowCode: selected,
    activeRowIndex: at,
    gapsByRow: gapsOfRow,
    select,
    toggle,
    reveal: (row) => {
      const next = expandAncestors(spans, collapsedRows, row);
      setClosed(next);
      select(row);
      return (
        computeVisibleRows(spans, gaps, { collapsedRows: next, gaps: gapsByNextSpan }).rowOfSpan[row] ?? 0
      );
    },
    collapseFromDepth: (depth) => setClosed(collapseRowsFromDepth(spans, depth)),
    toggleService: (service) => {
      const entries = findServiceEntryRows(spans, service);
      const isToClose = entries.some((row) => collapsedRows[row] === 0);
      const next = collapsedRows.slice();
      for (const row of entries) next[row] = isToClose ? 1 : 0;
      setClosed(next);
    },
    isServiceCollapsed: (service) => {
      const entries = findServiceEntryRows(spans, service);
      return entries.length > 0 && entries.every((row) => collapsedRows[row] === 1);
    },
    handleKey: move,
  };
}

function rowOf(spans: TraceView["spans"], spanId: string | null): number {
  return spans.findRowsById(spanId ?? "").find((row) => spans.findSpanId(row) === spanId) ?? 0;
}

/** If a selected gap is not visible, its span is the active row. */
function rowIndexOf({ rowCodes, rowOfSpan }: VisibleRows, gaps: TraceView["gaps"], selected: number): number {
  if (selected >= 0) return rowOfSpan[selected] ?? 0;
  const gapIndex = rowCodes.indexOf(selected);
  return gapIndex >= 0 ? gapIndex : (rowOfSpan[gaps.row[toGapIndex(selected)] ?? 0] ?? 0);
}

/** Number of rows per Page Up or Page Down. */
const page = 20;

/** Returns the index of the row that a key leads to, or null for other keys. */
function findTargetRow(
  key: string,
  at: number,
  { count, parent }: { readonly count: number; readonly parent: number },
): number | null {
  switch (key) {
    case "ArrowDown":
    case "ArrowRight":
      return Math.min(count - 1, at + 1);
    case "ArrowUp":
      return Math.max(0, at - 1);
    case "PageDown":
      return Math.min(count - 1, at + page);
    case "PageUp":
      return Math.max(0, at - page);
    case "ArrowLeft":
      return parent;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
