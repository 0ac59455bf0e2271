"use client";

import { useRef, type MouseEvent, type PointerEvent } from "react";

/** Action of a chart, run by Enter. */
export interface ChartAction {
  /** Description for screen readers, such as "shows the distribution". */
  readonly description: string;
  readonly run: () => void;
}

/** A movement below this distance is a click. */
const minDragPixels = 4;

/**
 * Returns pointer handlers that call `onClick` on a mouse click without a drag. A tap on a touch screen shows the
 * tooltip instead.
 */
export function useClickAction(onClick: (() => void) | undefined) {
  const pressedAt = useRef<number | null>(0);
  return {
    onPointerDown: (event: PointerEvent): void => {
      pressedAt.current = event.pointerType === "touch" ? null : event.clientX;
    },
    onClick: (event: MouseEvent): void => {
      if (pressedAt.current !== null && Math.abs(event.clientX - pressedAt.current) < minDragPixels)
        onClick?.();
    },
  };
}
