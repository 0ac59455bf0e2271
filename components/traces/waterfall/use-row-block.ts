"use client";

import { useEffect, useMemo, useState, type RefObject } from "react";
import { rowHeight, type RowBlock } from "./row-painting";

/** Rows are rendered in steps of so many, so that most of a scroll needs no new ones. */
const step = 6;
/** Before anything is measured. */
const defaultHeight = 720;

/** The rows in sight and some above and below them. Moves when the scroller has moved by a step. */
export function useRowBlock(scroller: RefObject<HTMLElement | null>, rowCount: number): RowBlock {
  const [visible, setVisible] = useState({ first: 0, rows: Math.ceil(defaultHeight / rowHeight) });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = (): void => {
      const first = Math.floor(element.scrollTop / rowHeight / step) * step;
      const rows = Math.ceil((element.clientHeight === 0 ? defaultHeight : element.clientHeight) / rowHeight);
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
  const first = Math.max(0, Math.min(visible.first, lastRow - (lastRow % step)) - step);
  const to = Math.min(rowCount, first + visible.rows + 2 * step + 1);
  return useMemo(() => ({ first, to }), [first, to]);
}
