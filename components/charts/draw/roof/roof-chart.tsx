"use client";

import { memo, useId, useImperativeHandle, useMemo, useRef, type Ref } from "react";
import {
  findRegion,
  computeAxisRanges,
  type ComparedRoof,
  type PlotPoint,
  type PlotRoof,
  type PlotTrail,
  type RoofRegion,
  type TrailPosition,
} from "@/components/charts/prepare/roof/roof-plot";
import type { RoofTexts } from "@/components/charts/prepare/roof/roof-name";
import { fitView, type PlotSize, type RoofView } from "@/components/charts/prepare/roof/roof-view";
import { usePageTheme } from "@/components/shared/use-page-theme";
import { useElementWidth } from "../use-element-width";
import { KeyboardChartArea } from "../keyboard-chart-area";
import { plotMargins, RoofFrame } from "./roof-frame";
import { RoofLines } from "./roof-lines";
import { RoofPoints } from "./roof-points";
import { RooflineTooltip } from "./roof-tooltip";
import { useRooflineGestures, type RooflineCursor } from "./use-roofline-gestures";
import { useRoofView } from "./use-roof-view";
import { useTrailCanvas } from "./use-trail-canvas";

/**
 * Functions for buttons around the roofline plot. A zoom factor above 1 zooms in; `dx` and `dy` are pixels.
 */
export interface RoofHandle {
  readonly zoom: (factor: number) => void;
  readonly pan: (dx: number, dy: number) => void;
  readonly reset: () => void;
}

/**
 * Functions that return the lines of the tooltip for a past operating point, and for a position in axis
 * values.
 */
export interface RooflineTooltipText {
  readonly describeTrailPoint: (position: TrailPosition) => readonly string[];
  readonly describePosition: (x: number, y: number, region: RoofRegion) => readonly string[];
}

/** Properties of the roofline plot. */
export interface RoofChartProps {
  /** Accessible description of the plot. */
  readonly summary: string;
  readonly roof: PlotRoof;
  /** Roof of another accelerator, drawn for comparison. Null without one. */
  readonly comparedRoof: ComparedRoof | null;
  readonly points: readonly PlotPoint[];
  readonly trails: readonly PlotTrail[];
  readonly tooltipText: RooflineTooltipText;
  readonly texts: RoofTexts & { readonly xTitle: string };
  readonly handle?: Ref<RoofHandle>;
}

const keyboardHelp =
  "Arrow keys move through points and trails. Shift with arrow keys pans, plus and minus zoom, 0 resets the zoom.";

/** Renders a log-log plot with a roof, operating points, and past operating points. */
export function RoofChart(props: RoofChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const size = useMemo(() => {
    const plane = width - plotMargins.left - plotMargins.right;
    return { width: plane, height: Math.round(Math.min(552, Math.max(300, plane * 0.8))) };
  }, [width]);
  return (
    <div ref={frame} className="relative">
      {size.width > 40 ? (
        <Plane {...props} size={size} />
      ) : (
        <div style={{ height: 552 + plotMargins.top + plotMargins.bottom }} />
      )}
    </div>
  );
}

function Plane(props: RoofChartProps & { readonly size: PlotSize }) {
  const { summary, roof, comparedRoof, points, trails, texts, handle, size } = props;
  const frame = useRef<HTMLDivElement>(null);
  const theme = usePageTheme();
  const { x, y } = computeAxisRanges(roof, points, trails, comparedRoof);
  const fitted = useMemo(
    () => fitView({ min: x.min, max: x.max }, { min: y.min, max: y.max }, size),
    [x.min, x.max, y.min, y.max, size],
  );
  const { canvas, paint } = useTrailCanvas(trails, size, theme);
  const viewport = useRoofView(frame, fitted, { size, paint });
  useImperativeHandle(handle, () => ({
    zoom: (factor) => viewport.zoom(factor),
    pan: viewport.pan,
    reset: viewport.reset,
  }));
  const gestures = useRooflineGestures({ frame, viewport, size, points, trails });
  const { cursor, ...on } = gestures;
  const tooltipLines = cursor === null ? [] : tooltipLinesOf(cursor, props);
  return (
    <>
      <KeyboardChartArea
        ref={frame}
        label={`${summary} ${keyboardHelp}`}
        height={size.height + plotMargins.top + plotMargins.bottom}
        className="relative cursor-grab touch-pan-y active:cursor-grabbing"
        {...on}
      >
        <div aria-hidden data-picture="layers">
          <PlotBackground
            view={viewport.drawnView}
            size={size}
            roof={roof}
            texts={texts}
            comparedRoof={comparedRoof}
          />
          <canvas
            ref={canvas}
            className="pointer-events-none absolute"
            style={{ left: plotMargins.left, top: plotMargins.top, width: size.width, height: size.height }}
          />
          <RoofPoints
            view={viewport.drawnView}
            size={size}
            roof={roof}
            points={points}
            trails={trails}
            texts={texts}
            comparedRoof={comparedRoof}
            cursor={cursor}
          />
        </div>
      </KeyboardChartArea>
      <RooflineTooltip
        cursor={cursor}
        textLines={tooltipLines}
        view={viewport.drawnView}
        size={size}
        points={points}
        trails={trails}
      />
    </>
  );
}

interface PlotBackgroundProps {
  readonly view: RoofView;
  readonly size: PlotSize;
  readonly roof: PlotRoof;
  readonly texts: RoofChartProps["texts"];
  readonly comparedRoof: ComparedRoof | null;
}

/** Axes and roof are expensive to draw and independent of the cursor. */
const PlotBackground = memo(function Ground({ view, size, roof, texts, comparedRoof }: PlotBackgroundProps) {
  const clipId = useId().replaceAll(/[^a-zA-Z0-9]/g, "");
  return (
    <RoofFrame view={view} size={size} xTitle={texts.xTitle} yUnit={texts.yUnit} clipId={clipId}>
      <RoofLines roof={roof} view={view} size={size} comparedRoof={comparedRoof} />
    </RoofFrame>
  );
});

function tooltipLinesOf(
  cursor: RooflineCursor,
  { points, roof, tooltipText }: RoofChartProps,
): readonly string[] {
  switch (cursor.kind) {
    case "point":
      return points.find(({ key }) => key === cursor.pointKey)?.tooltipSentences ?? [];
    case "trail-point":
      return tooltipText.describeTrailPoint(cursor);
    case "position":
      return tooltipText.describePosition(cursor.x, cursor.y, findRegion(roof, cursor.x, cursor.y));
  }
}
