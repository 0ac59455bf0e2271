"use client";

import { useRef, useState, type RefObject, type UIEvent } from "react";
import { firstLineAt, computeScrollTop } from "./scroll-position";

interface LineScroll {
  readonly area: RefObject<HTMLDivElement | null>;
  readonly firstLine: number;
  readonly scrollToLine: (line: number) => void;
  readonly onScroll: (event: UIEvent<HTMLDivElement>) => void;
}

/** Relates the scroll position of an area to the first visible line. */
export function useLineScroll(lineCount: number, visibleCount: number): LineScroll {
  const area = useRef<HTMLDivElement>(null);
  const [firstLine, setFirstLine] = useState(0);
  /** A browser rounds a position, which may be several lines of a very long text. */
  const requestedTopPx = useRef<number | null>(null);
  const measure = (element: HTMLElement) => ({
    lineCount,
    visibleCount,
    rangePx: element.scrollHeight - element.clientHeight,
  });
  return {
    area,
    firstLine,
    scrollToLine: (line) => {
      const element = area.current;
      if (element === null) return;
      const lines = measure(element);
      const topPx = computeScrollTop(lines, line);
      requestedTopPx.current = topPx;
      setFirstLine(firstLineAt(lines, topPx));
      element.scrollTop = topPx;
    },
    onScroll: ({ currentTarget }) => {
      const { scrollTop } = currentTarget;
      if (requestedTopPx.current !== null && Math.abs(scrollTop - requestedTopPx.current) <= 1) return;
      requestedTopPx.current = null;
      setFirstLine(firstLineAt(measure(currentTarget), scrollTop));
    },
  };
}
