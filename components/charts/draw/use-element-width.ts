"use client";

import { useEffect, useState, type RefObject } from "react";

/** Width of a place on the page, followed; 0 until it is known. */
export function useElementWidth(container: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    // The outside system is the page's layout.
    const element = container.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  return width;
}
