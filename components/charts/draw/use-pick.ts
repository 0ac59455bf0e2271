"use client";

import { useRef, type MouseEvent, type PointerEvent } from "react";

/** Looking behind a chart: by Enter, and by a click that does not drag. */
export interface ChartPick {
  /** "shows the distribution", for who hears the chart. */
  readonly does: string;
  readonly run: () => void;
}

/** What moves less is a click. */
const leastDragPixels = 4;

export function usePick(pick: ChartPick | undefined) {
  const pressedAt = useRef(0);
  return {
    onPointerDown: (event: PointerEvent): void => {
      pressedAt.current = event.clientX;
    },
    onClick: (event: MouseEvent): void => {
      if (Math.abs(event.clientX - pressedAt.current) < leastDragPixels) pick?.run();
    },
  };
}
