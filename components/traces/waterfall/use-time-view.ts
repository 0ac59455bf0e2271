"use client";

import { useEffect, useMemo, useRef, useState, type PointerEvent, type RefObject } from "react";
import type { TraceView } from "@/lib/client/trace-view";
import { clampView, moved, openingView, viewToToken, wholeView, zoomed, type TimeView } from "./time-view";

export interface TimeDoor {
  readonly view: TimeView;
  readonly whole: TimeView;
  readonly show: (view: TimeView) => void;
  readonly zoom: (factor: number, atShare?: number) => void;
  readonly pan: (share: number) => void;
  /** Up to the first token, with a little after it; null where nobody tells it. */
  readonly firstToken: TimeView | null;
  /** Does what a ruler does on a key, and says whether it did. */
  readonly press: (key: string, isShift: boolean) => boolean;
}

const nearer = 0.5;

/** Which part of the trace's time is looked at. */
export function useTimeView({
  durationNs,
  firstTokenNs,
}: Pick<TraceView, "durationNs" | "firstTokenNs">): TimeDoor {
  const whole = useMemo(() => wholeView(durationNs), [durationNs]);
  const firstToken = useMemo(
    () => (firstTokenNs === null ? null : viewToToken(whole, firstTokenNs)),
    [firstTokenNs, whole],
  );
  const [chosen, setChosen] = useState<TimeView | null>(null);
  const view = useMemo(
    () => clampView(chosen ?? openingView(whole, firstTokenNs), whole),
    [chosen, firstTokenNs, whole],
  );
  const zoom = (factor: number, atShare = 0.5): void =>
    setChosen((before) => zoomed(clampView(before ?? view, whole), whole, { factor, atShare }));
  const pan = (share: number): void =>
    setChosen((before) => moved(clampView(before ?? view, whole), whole, share));
  const press = (key: string, isShift: boolean): boolean => {
    if (key === "+" || key === "=") zoom(nearer);
    else if (key === "-" || key === "_") zoom(1 / nearer);
    else if (key === "0") setChosen(whole);
    else if (isShift && key === "ArrowLeft") pan(-0.25);
    else if (isShift && key === "ArrowRight") pan(0.25);
    else return false;
    return true;
  };
  return { view, whole, show: (next) => setChosen(clampView(next, whole)), zoom, pan, firstToken, press };
}

/** The wheel with Ctrl comes nearer where the pointer is. React's own listener could not keep the page from zooming. */
export function useWheelZoom(
  of: RefObject<HTMLElement | null>,
  shareAt: (clientX: number) => number | null,
  zoom: TimeDoor["zoom"],
): void {
  const latest = useRef({ shareAt, zoom });
  useEffect(() => {
    latest.current = { shareAt, zoom };
  });
  useEffect(() => {
    const element = of.current;
    if (element === null) return;
    const turn = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const share = latest.current.shareAt(event.clientX);
      if (share !== null) latest.current.zoom(1.002 ** event.deltaY, share);
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [of]);
}

export interface Drag {
  /** Shares of the width, the smaller first; null while nothing is dragged. */
  readonly range: readonly [number, number] | null;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

/** Less than this is a click. */
const leastDragPx = 4;

/** Drags out a range of time. `onDone` comes with it; a click is no drag. */
export function useRangeDrag(
  shareAt: (clientX: number) => number | null,
  onDone: (range: readonly [number, number]) => void,
): Drag {
  const [range, setRange] = useState<readonly [number, number] | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const start = shareAt(event.clientX);
    if (start === null || event.button !== 0) return;
    const startX = event.clientX;
    let last: readonly [number, number] | null = null;
    const drag = (move: globalThis.PointerEvent): void => {
      if (last === null && Math.abs(move.clientX - startX) < leastDragPx) return;
      const at = Math.min(1, Math.max(0, shareAt(move.clientX) ?? (move.clientX < startX ? 0 : 1)));
      last = at < start ? [at, start] : [start, at];
      setRange(last);
    };
    const drop = (): void => {
      window.removeEventListener("pointermove", drag);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
      setRange(null);
      if (last !== null && last[1] > last[0]) onDone(last);
    };
    window.addEventListener("pointermove", drag);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
  };
  return { range, onPointerDown };
}
