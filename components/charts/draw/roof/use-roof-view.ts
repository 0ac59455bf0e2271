"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import {
  computeViewTransform,
  panView,
  clampView,
  zoomView,
  type PlotSize,
  type RoofView,
} from "@/components/charts/prepare/roof/roof-view";
import { applyMovement } from "./movement";

/** Visible range of the roofline plot, and functions to change it. */
export interface RoofViewport {
  /** View that the axes are drawn for. */
  readonly drawnView: RoofView;
  /** Returns the displayed view, which may have moved since the axes were drawn. */
  readonly getCurrentView: () => RoofView;
  readonly pan: (dx: number, dy: number) => void;
  /** Zooms around a position in pixels, which stays fixed: by default the centre of the plot area. */
  readonly zoom: (factor: number, fixedPosition?: { readonly x: number; readonly y: number }) => void;
  readonly reset: () => void;
  /** True after the viewer has panned or zoomed. Before that, the view follows the points. */
  readonly isAdjusted: boolean;
}

/** Axes are redrawn after this pause in a movement. */
const redrawDelayMs = 140;

/**
 * Manages the visible range of the roofline plot: `fittedView` until the viewer pans or zooms. `paint` draws
 * the canvas.
 */
export function useRoofView(
  frame: RefObject<HTMLDivElement | null>,
  fittedView: RoofView,
  { size, paint }: { readonly size: PlotSize; readonly paint: (view: RoofView) => void },
): RoofViewport {
  const [chosen, setChosen] = useState<RoofView | null>(null);
  const drawnView = chosen ?? fittedView;
  const currentView = useRef(drawnView);
  const pending = useRef({ frame: 0, rest: 0 });
  const latest = useRef({ drawn: drawnView, size, paint });
  const getCurrentView = useCallback(() => currentView.current, []);

  const apply = useCallback(() => {
    if (frame.current === null) return;
    const { drawn: from, size: of, paint: brush } = latest.current;
    applyMovement(frame.current, computeViewTransform(from, currentView.current, of));
    brush(currentView.current);
  }, [frame]);

  useLayoutEffect(() => {
    // The new axes are on the page, so the movement ends and the canvas follows.
    latest.current = { drawn: drawnView, size, paint };
    currentView.current = drawnView;
    apply();
  }, [drawnView, size, paint, apply]);

  useEffect(() => {
    const waiting = pending.current;
    return () => {
      cancelAnimationFrame(waiting.frame);
      clearTimeout(waiting.rest);
    };
  }, []);

  const show = useCallback(
    (next: RoofView) => {
      currentView.current = clampView(next, fittedView, size);
      cancelAnimationFrame(pending.current.frame);
      pending.current.frame = requestAnimationFrame(apply);
      clearTimeout(pending.current.rest);
      pending.current.rest = window.setTimeout(() => setChosen(currentView.current), redrawDelayMs);
    },
    [apply, fittedView, size],
  );

  return {
    drawnView,
    getCurrentView,
    isAdjusted: chosen !== null,
    pan: (dx, dy) => show(panView(currentView.current, dx, dy)),
    zoom: (factor, at = { x: size.width / 2, y: size.height / 2 }) =>
      show(zoomView(currentView.current, size, factor, at)),
    reset: () => {
      clearTimeout(pending.current.rest);
      currentView.current = fittedView;
      setChosen(null);
    },
  };
}
