"use client";

import { useCallback, useState, type RefCallback } from "react";
import { fitPanels, type PanelGrid } from "./rank-panels";

/** Returns the grid of panels that fits the observed element, and the ref of the element. */
export function usePanelGrid(): readonly [RefCallback<HTMLElement>, PanelGrid | null] {
  const [grid, setGrid] = useState<PanelGrid | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const measure = (): void => {
      const next = fitPanels(element.clientWidth, element.clientHeight);
      // An equal grid leaves the panels unchanged.
      setGrid((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, grid];
}
