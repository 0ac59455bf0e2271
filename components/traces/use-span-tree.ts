"use client";

import { useMemo, useState } from "react";
import type { SpanRow } from "@/lib/contracts/traces";
import { hasChildren, visibleRows } from "./waterfall-layout";

export interface SpanTree {
  /** Indexes of the visible rows. */
  readonly rows: readonly number[];
  readonly parents: readonly boolean[];
  readonly closed: ReadonlySet<number>;
  readonly selected: number;
  readonly select: (index: number) => void;
  readonly toggle: (index: number) => void;
  /** Does what a tree does on a key; the place of the selected row among the visible ones, or null for other keys. */
  readonly move: (key: string) => number | null;
}

/** Which rows are open and which one is selected. */
export function useSpanTree(spans: readonly SpanRow[]): SpanTree {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [selected, select] = useState(0);
  const rows = useMemo(() => visibleRows(spans, closed), [spans, closed]);
  const parents = useMemo(() => hasChildren(spans), [spans]);
  const toggle = (index: number): void => setClosed((before) => before.symmetricDifference(new Set([index])));
  const move = (key: string): number | null => {
    const at = rows.indexOf(selected);
    const isOpenParent = parents[selected] === true && !closed.has(selected);
    if (key === "ArrowLeft" && isOpenParent) toggle(selected);
    else if (key === "ArrowRight" && closed.has(selected)) toggle(selected);
    else {
      const to = target(key, at, {
        count: rows.length,
        parent: rows.indexOf(spans[selected]?.parentIndex ?? -1),
      });
      if (to === null) return null;
      select(rows[to] ?? selected);
      return to;
    }
    return at;
  };
  return { rows, parents, closed, selected, select, toggle, move };
}

/** Where a key leads among the visible rows; null for keys that do not move. */
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
    case "ArrowLeft":
      return Math.max(0, parent);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
