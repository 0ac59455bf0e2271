"use client";

import { useEffect, useMemo, useState, type RefObject } from "react";
import { rowHeightPx, type RowBlock } from "./paint/row-painting";

/** Rows are added in steps of this size, so that most scroll events render nothing new. */
const step = 6;
/** Height before the first measurement. */
const defaultHeight = 720;

/**
 * Returns the visible rows and some rows above and below them. The block changes only when the user scrolls by a full
 * step.
 */
export function useRowBlock(scroller: RefObject<HTMLElement | null>, rowCount: number): RowBlock {
  const [visible, setVisible] = useState({ first: 0, rows: Math.ceil(defaultHeight / rowHeightPx) });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = (): void => {
      const first = Math.floor(element.scrollTop / rowHeightPx / step) * step;
      const rows = Math.ceil(
        (element.clientHeight === 0 ? defaultHeight : element.clientHeight) / rowHeightPx,
      );
      setVisible((before) => (before.first === first && before.rows === rows ? before : { first, rows }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [scroller]);
  const lastRow = Math.max(0, rowCount - 1);
  const firstRow = Math.max(0, Math.min(visible.first, lastRow - (lastRow % step)) - step);
  const endRow = Math.min(rowCount, firstRow + visible.rows + 2 * step + 1);
  return useMemo(() => ({ firstRow, endRow }), [firstRow, endRow]);
}
