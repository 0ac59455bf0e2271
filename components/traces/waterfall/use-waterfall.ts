"use client";

import { useMemo, useReducer } from "react";
import type { TraceView } from "@/lib/client/trace-view";
import {
  closedFrom,
  entriesOf,
  gapOf,
  gapPlaces,
  isParent,
  openedTo,
  shownRows,
  type ShownRows,
} from "./shown-rows";

interface TreeState {
  readonly closed: Uint8Array;
  /** A span by its number, or a gap by its code. */
  readonly selected: number;
}

type TreeAction =
  | { readonly kind: "select"; readonly code: number }
  | { readonly kind: "toggle"; readonly row: number }
  | { readonly kind: "reveal"; readonly row: number }
  | { readonly kind: "close"; readonly closed: Uint8Array };

export interface SpanTree {
  readonly shown: ShownRows;
  readonly closed: Uint8Array;
  readonly selected: number;
  /** The shown row that is selected, or that stands for it. */
  readonly at: number;
  readonly gapsOfRow: ReadonlyMap<number, readonly number[]>;
  readonly select: (code: number) => void;
  readonly toggle: (row: number) => void;
  /** Opens all above a span and selects it; the place in which it then stands. */
  readonly reveal: (row: number) => number;
  readonly closeFrom: (depth: number) => void;
  /** Closes where a service is entered, or opens all of these again. */
  readonly toggleService: (service: number) => void;
  readonly isServiceClosed: (service: number) => boolean;
  /** Does what a tree does on a key; the place to be looked at, or null for other keys. */
  readonly move: (key: string) => number | null;
}

/** Which rows are open and which one is selected. */
export function useWaterfall(trace: TraceView): SpanTree {
  const { spans, gaps } = trace;
  const [state, act] = useReducer(reduce, spans, () => ({
    closed: new Uint8Array(spans.count),
    selected: 0,
  }));
  // Another trace, or the same by other clocks, begins with everything open.
  const closed = useMemo(
    () => (state.closed.length === spans.count ? state.closed : new Uint8Array(spans.count)),
    [state.closed, spans],
  );
  const places = useMemo(() => gapPlaces(gaps, spans), [gaps, spans]);
  const shown = useMemo(
    () => shownRows(spans, gaps, { closed, gaps: places }),
    [spans, gaps, closed, places],
  );
  const gapsOfRow = useMemo(() => Map.groupBy(gaps.row.keys(), (gap) => gaps.row[gap] ?? 0), [gaps]);
  const selected = state.selected < spans.count ? state.selected : 0;
  const at = placeOf(shown, gaps, selected);
  const toggle = (row: number): void => act({ kind: "toggle", row });

  const move = (key: string): number | null => {
    const code = shown.codes[at] ?? 0;
    const isFamily = code >= 0 && isParent(spans, code);
    const isClosed = closed[code] === 1;
    if ((key === "ArrowLeft" && isFamily && !isClosed) || (key === "ArrowRight" && isFamily && isClosed)) {
      toggle(code);
      return at;
    }
    const parent = code < 0 ? (gaps.row[gapOf(code)] ?? -1) : (spans.parent[code] ?? -1);
    const to = target(key, at, {
      count: shown.codes.length,
      parent: parent < 0 ? at : (shown.place[parent] ?? at),
    });
    if (to === null) return null;
    act({ kind: "select", code: shown.codes[to] ?? 0 });
    return to;
  };

  return {
    shown,
    closed,
    selected,
    at,
    gapsOfRow,
    select: (code) => act({ kind: "select", code }),
    toggle,
    reveal: (row) => {
      act({ kind: "reveal", row });
      const opened = shownRows(spans, gaps, { closed: openedTo(spans, closed, row), gaps: places });
      return opened.place[row] ?? 0;
    },
    closeFrom: (depth) => act({ kind: "close", closed: closedFrom(spans, depth) }),
    toggleService: (service) => {
      const entries = entriesOf(spans, service);
      const isToClose = entries.some((row) => closed[row] === 0);
      const next = closed.slice();
      for (const row of entries) next[row] = isToClose ? 1 : 0;
      act({ kind: "close", closed: next });
    },
    isServiceClosed: (service) => {
      const entries = entriesOf(spans, service);
      return entries.length > 0 && entries.every((row) => closed[row] === 1);
    },
    move,
  };

  function reduce(before: TreeState, action: TreeAction): TreeState {
    switch (action.kind) {
      case "select":
        return { ...before, selected: action.code };
      case "close":
        return { ...before, closed: action.closed };
      case "reveal":
        return { closed: openedTo(spans, closed, action.row), selected: action.row };
      case "toggle": {
        const next = closed.slice();
        next[action.row] = next[action.row] === 1 ? 0 : 1;
        return { closed: next, selected: action.row };
      }
    }
  }
}

/** A selected gap that is not shown gives way to the span it lies in. */
function placeOf({ codes, place }: ShownRows, gaps: TraceView["gaps"], selected: number): number {
  if (selected >= 0) return place[selected] ?? 0;
  const own = codes.indexOf(selected);
  return own >= 0 ? own : (place[gaps.row[gapOf(selected)] ?? 0] ?? 0);
}

/** Rows that a page's key passes. */
const page = 20;

/** Where a key leads among the shown rows; null for keys that do not move. */
function target(
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
