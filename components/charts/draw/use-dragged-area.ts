"use client";

import { useEffect, useRef, useState, type PointerEvent } from "react";
import type { DraggedArea } from "@/components/charts/prepare/dot-area";

/** A movement below this distance is a click. */
const minDragPx = 4;

/** Rectangle that the viewer is drawing on a chart, and the handlers that follow the pointer. */
export interface DraggedAreaControl {
  /** Null while no rectangle is drawn. */
  readonly area: DraggedArea | null;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** Returns whether the click that is being handled ended a drag, and so opens nothing. */
  readonly endsDrag: () => boolean;
}

/**
 * Lets the mouse draw a rectangle on a chart. Escape cancels it. On a touch screen, a drag scrolls the page. Without
 * `onSelect`, every press is a click.
 */
export function useDraggedArea(onSelect: ((area: DraggedArea) => void) | undefined): DraggedAreaControl {
  const [area, setArea] = useState<DraggedArea | null>(null);
  const isDrag = useRef(false);
  const listeners = useRef<AbortController | null>(null);
  useEffect(() => () => listeners.current?.abort(), []);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    isDrag.current = false;
    if (onSelect === undefined || event.pointerType === "touch" || event.button !== 0) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const start = { fromX: event.clientX - left, fromY: event.clientY - top };
    let latest: DraggedArea | null = null;
    const controller = new AbortController();
    listeners.current = controller;
    const { signal } = controller;
    const end = (): void => {
      controller.abort();
      setArea(null);
    };
    const follow = (move: globalThis.PointerEvent): void => {
      const next = { ...start, toX: move.clientX - left, toY: move.clientY - top };
      if (!isDrag.current && Math.hypot(next.toX - next.fromX, next.toY - next.fromY) < minDragPx) return;
      isDrag.current = true;
      latest = next;
      setArea(next);
    };
    const release = (): void => {
      end();
      if (latest !== null) onSelect(latest);
    };
    const cancelByKey = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") end();
    };
    window.addEventListener("pointermove", follow, { signal });
    window.addEventListener("pointerup", release, { signal });
    window.addEventListener("pointercancel", end, { signal });
    window.addEventListener("keydown", cancelByKey, { signal });
  };
  return { area, onPointerDown, endsDrag: () => isDrag.current };
}
