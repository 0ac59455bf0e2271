"use client";

import { useEffect, useState, type RefObject } from "react";

/** Returns the current width of an element. 0 until it is measured. */
export function useElementWidth(container: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    // Effect on the page layout.
    const element = container.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  return width;
}
