"use client";

import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from "react";
import {
  findNearest,
  type PlotPoint,
  type PlotTrail,
  type TrailPosition,
} from "@/components/charts/prepare/roof/roof-plot";
import { toAxisValues, type PlotSize } from "@/components/charts/prepare/roof/roof-view";
import { plotMargins } from "./roof-frame";
import type { RoofViewport } from "./use-roof-view";

/**
 * Position of the cursor on the roofline plot: an operating point, a past operating point, or a position in
 * axis values.
 */
export type RooflineCursor =
  | { readonly kind: "point"; readonly pointKey: string }
  | ({ readonly kind: "trail-point" } & TrailPosition)
  | { readonly kind: "position"; readonly x: number; readonly y: number };

/** Cursor of the roofline plot and its event handlers. */
export interface RooflineGestures {
  readonly cursor: RooflineCursor | null;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

interface PlotArea {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly viewport: RoofViewport;
  readonly size: PlotSize;
  readonly points: readonly PlotPoint[];
  readonly trails: readonly PlotTrail[];
}

const zoomStep = 1.4;
const panShare = 0.15;

/** Handles mouse, wheel and keys on the roofline plot: moves the cursor and the visible range. */
export function useRooflineGestures(plotArea: PlotArea): RooflineGestures {
  const { frame, viewport, size, points, trails } = plotArea;
  const [cursor, setCursor] = useState<RooflineCursor | null>(null);
  useWheel(plotArea);
  const positionOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const box = frame.current?.getBoundingClientRect();
    return {
      x: clientX - (box?.left ?? 0) - plotMargins.left,
      y: clientY - (box?.top ?? 0) - plotMargins.top,
    };
  };
  const drag = useDrag(viewport);
  return {
    cursor,
    onPointerDown: drag.begin,
    onPointerMove: (event) => {
      if (drag.isOn()) return;
      const at = positionOf(event);
      const isInside = at.x >= 0 && at.y >= 0 && at.x <= size.width && at.y <= size.height;
      setCursor(isInside ? cursorAt(plotArea, at) : null);
    },
    onPointerLeave: () => setCursor(null),
    onKeyDown: (event) => {
      if (event.key === "Escape") return setCursor(null);
      const hasMovedView = handleViewKey(event, viewport, size);
      const movedCursor = hasMovedView ? null : nextCursor(event, cursor, { points, trails });
      if (movedCursor !== null) setCursor(movedCursor);
      if (hasMovedView || movedCursor !== null) event.preventDefault();
    },
  };
}

function cursorAt(
  { viewport, size, points, trails }: PlotArea,
  at: { x: number; y: number },
): RooflineCursor {
  const view = viewport.getCurrentView();
  const found = findNearest({ points, trails }, { view, size }, at);
  if (found === null) return { kind: "position", ...toAxisValues(view, size, at) };
  return "point" in found
    ? { kind: "point", pointKey: found.point.key }
    : { kind: "trail-point", ...found.trailPoint };
}

/** Returns true when the key moved the view. */
function handleViewKey(event: KeyboardEvent, viewport: RoofViewport, size: PlotSize): boolean {
  const [dx, dy] = [size.width * panShare, size.height * panShare];
  const { key, shiftKey } = event;
  if (key === "+" || key === "=") viewport.zoom(zoomStep);
  else if (key === "-" || key === "_") viewport.zoom(1 / zoomStep);
  else if (key === "0") viewport.reset();
  else if (shiftKey && key === "ArrowLeft") viewport.pan(dx, 0);
  else if (shiftKey && key === "ArrowRight") viewport.pan(-dx, 0);
  else if (shiftKey && key === "ArrowUp") viewport.pan(0, dy);
  else if (shiftKey && key === "ArrowDown") viewport.pan(0, -dy);
  else return false;
  return true;
}

/** Left and right arrow keys move between points, up and down between points of a trail. */
function nextCursor(
  { key, shiftKey }: KeyboardEvent,
  from: RooflineCursor | null,
  { points, trails }: Pick<PlotArea, "points" | "trails">,
): RooflineCursor | null {
  if (shiftKey) return null;
  const side = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (side !== 0 && points.length > 0) {
    const at =
      from?.kind === "point" ? points.findIndex((point) => point.key === from.pointKey) : side > 0 ? -1 : 0;
    const next = points[(at + side + points.length) % points.length];
    return next === undefined ? null : { kind: "point", pointKey: next.key };
  }
  const back = key === "ArrowDown" ? -1 : key === "ArrowUp" ? 1 : 0;
  if (back === 0) return null;
  const trailPoints = trails.flatMap((trail) => trail.x.map((_, index) => ({ trailKey: trail.key, index })));
  const at =
    from?.kind === "trail-point"
      ? trailPoints.findIndex(({ trailKey, index }) => trailKey === from.trailKey && index === from.index)
      : back > 0
        ? -1
        : 0;
  const next = trailPoints[(at + back + trailPoints.length) % trailPoints.length];
  return next === undefined ? null : { kind: "trail-point", ...next };
}

/** Ctrl with the wheel zooms at the pointer. React's listener is passive and could not prevent the page zoom. */
function useWheel({ frame, viewport }: PlotArea): void {
  const latest = useRef(viewport);
  useEffect(() => {
    latest.current = viewport;
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const turn = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      latest.current.zoom(0.998 ** event.deltaY, {
        x: event.clientX - box.left - plotMargins.left,
        y: event.clientY - box.top - plotMargins.top,
      });
    };
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [frame]);
}

/** Dragging works with mouse and pen. Touch scrolls the page. */
function useDrag(viewport: RoofViewport) {
  const isOn = useRef(false);
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || event.pointerType === "touch") return;
    let last = { x: event.clientX, y: event.clientY };
    const drag = (move: globalThis.PointerEvent): void => {
      isOn.current = true;
      viewport.pan(move.clientX - last.x, move.clientY - last.y);
      last = { x: move.clientX, y: move.clientY };
    };
    const drop = (): void => {
      isOn.current = false;
      window.removeEventListener("pointermove", drag);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
    };
    window.addEventListener("pointermove", drag);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
  };
  return { begin, isOn: () => isOn.current };
}
