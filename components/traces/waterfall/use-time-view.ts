"use client";

import { useEffect, useMemo, useRef, useState, type PointerEvent, type RefObject } from "react";
import type { TraceView } from "@/lib/client/trace-view";
import {
  clampView,
  panView,
  initialView,
  viewUpToFirstToken,
  fullView,
  zoomView,
  type TimeView,
} from "./time-view";

/** Visible time range of a timeline, and functions to change it. */
export interface TimeControl {
  readonly view: TimeView;
  readonly fullRange: TimeView;
  readonly show: (view: TimeView) => void;
  readonly zoom: (factor: number, anchorShare?: number) => void;
  readonly pan: (fraction: number) => void;
  /** Range up to the first token with a small margin. Null if no span reports it. */
  readonly firstTokenView: TimeView | null;
  /** Handles a key of the ruler. Returns whether the key was handled. */
  readonly handleKey: (key: string, isShift: boolean) => boolean;
}

const zoomInFactor = 0.5;

/** Manages the visible time range of a trace. */
export function useTimeView({
  durationNs,
  firstTokenNs,
}: Pick<TraceView, "durationNs" | "firstTokenNs">): TimeControl {
  const full = useMemo(() => fullView(durationNs), [durationNs]);
  const firstToken = useMemo(
    () => (firstTokenNs === null ? null : viewUpToFirstToken(full, firstTokenNs)),
    [firstTokenNs, full],
  );
  const [chosen, setChosen] = useState<TimeView | null>(null);
  const view = useMemo(
    () => clampView(chosen ?? initialView(full, firstTokenNs), full),
    [chosen, firstTokenNs, full],
  );
  const zoom = (factor: number, atShare = 0.5): void =>
    setChosen((before) => zoomView(clampView(before ?? view, full), full, { factor, anchorShare: atShare }));
  const pan = (share: number): void =>
    setChosen((before) => panView(clampView(before ?? view, full), full, share));
  const handleKey = (key: string, isShift: boolean): boolean => {
    if (key === "+" || key === "=") zoom(zoomInFactor);
    else if (key === "-" || key === "_") zoom(1 / zoomInFactor);
    else if (key === "0") setChosen(full);
    else if (isShift && key === "ArrowLeft") pan(-0.25);
    else if (isShift && key === "ArrowRight") pan(0.25);
    else return false;
    return true;
  };
  return {
    view,
    fullRange: full,
    show: (next) => setChosen(clampView(next, full)),
    zoom,
    pan,
    firstTokenView: firstToken,
    handleKey,
  };
}

/** Zooms at the pointer on Ctrl + wheel. React's passive listener could not prevent the page zoom. */
export function useWheelZoom(
  container: RefObject<HTMLElement | null>,
  toWidthShare: (clientX: number) => number | null,
  zoom: TimeControl["zoom"],
): void {
  const latest = useRef({ shareAt: toWidthShare, zoom });
  useEffect(() => {
    latest.current = { shareAt: toWidthShare, zoom };
  });
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const share = latest.current.shareAt(event.clientX);
      if (share !== null) latest.current.zoom(1.002 ** event.deltaY, share);
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [container]);
}

/** Time range that is being selected by dragging. */
export interface RangeDrag {
  /** Start and end as fractions of the width. Null if there is no drag. */
  readonly range: readonly [number, number] | null;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

/** A shorter movement is a click. */
const minDragPx = 4;

/** Selects a time range by dragging. Calls `onRangeSelected` with fractions of the width, but not after a click. */
export function useRangeDrag(
  toWidthShare: (clientX: number) => number | null,
  onRangeSelected: (range: readonly [number, number]) => void,
): RangeDrag {
  const [range, setRange] = useState<readonly [number, number] | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const start = toWidthShare(event.clientX);
    if (start === null || event.button !== 0) return;
    const startX = event.clientX;
    let last: readonly [number, number] | null = null;
    const drag = (move: globalThis.PointerEvent): void => {
      if (last === null && Math.abs(move.clientX - startX) < minDragPx) return;
      const at = Math.min(1, Math.max(0, toWidthShare(move.clientX) ?? (move.clientX < startX ? 0 : 1)));
      last = at < start ? [at, start] : [start, at];
      setRange(last);
    };
    const drop = (): void => {
      window.removeEventListener("pointermove", drag);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
      setRange(null);
      if (last !== null && last[1] > last[0]) onRangeSelected(last);
    };
    window.addEventListener("pointermove", drag);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
  };
  return { range, onPointerDown };
}
