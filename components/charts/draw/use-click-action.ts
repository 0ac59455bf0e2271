"use client";

import { useRef, type MouseEvent, type PointerEvent } from "react";

/** Looking behind a chart: by Enter, and by a click of a mouse that does not drag. A finger that taps reads the point under it. */
export interface ChartAction {
  /** "shows the distribution", for who hears the chart. */
  readonly description: string;
  readonly run: () => void;
}

/** What moves less is a click. */
const minDragPixels = 4;

export function useClickAction(action: ChartAction | undefined) {
  const pressedAt = useRef<number | null>(0);
  return {
    onPointerDown: (event: PointerEvent): void => {
      pressedAt.current = event.pointerType === "touch" ? null : event.clientX;
    },
    onClick: (event: MouseEvent): void => {
      if (pressedAt.current !== null && Math.abs(event.clientX - pressedAt.current) < minDragPixels)
        action?.run();
    },
  };
}
