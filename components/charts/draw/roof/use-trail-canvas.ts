"use client";

import { useCallback, useMemo, useRef, type RefObject } from "react";
import type { PlotTrail } from "@/components/charts/prepare/roof/roof-plot";
import type { PlotSize, RoofView } from "@/components/charts/prepare/roof/roof-view";
import { readChartTheme } from "@/components/charts/theme";
import { paintTrails, prepareTrails } from "./paint-trail";

/** Canvas on which past operating points are painted. */
export interface TrailCanvas {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly paint: (view: RoofView) => void;
}

interface Brush {
  readonly size: PlotSize;
  readonly theme: string;
  readonly context: CanvasRenderingContext2D;
  readonly resolveColour: (token: string) => string;
}

/** Manages the canvas of past operating points in device resolution and in the colours of the theme. */
export function useTrailCanvas(trails: readonly PlotTrail[], size: PlotSize, theme: string): TrailCanvas {
  const canvas = useRef<HTMLCanvasElement>(null);
  const prepared = useMemo(() => prepareTrails(trails), [trails]);
  const brush = useRef<Brush | null>(null);
  const paint = useCallback(
    (view: RoofView) => {
      const element = canvas.current;
      if (element === null || size.width <= 0) return;
      if (brush.current?.size !== size || brush.current.theme !== theme)
        brush.current = makeBrush(element, size, theme);
      if (brush.current !== null) paintTrails(prepared, view, brush.current);
    },
    [prepared, size, theme],
  );
  return { canvas, paint };
}

function makeBrush(element: HTMLCanvasElement, size: PlotSize, theme: string): Brush | null {
  const context = element.getContext("2d");
  if (context === null) return null;
  const scale = devicePixelRatio;
  element.width = Math.round(size.width * scale);
  element.height = Math.round(size.height * scale);
  context.scale(scale, scale);
  return { size, theme, context, resolveColour: readChartTheme(element).resolveColour };
}
