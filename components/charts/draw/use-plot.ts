"use client";

import { useTheme } from "next-themes";
import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useChartMarkers } from "@/components/charts/frame/chart-markers";
import type { Marker } from "@/components/charts/prepare/markers";
import { readChartTheme } from "@/components/charts/theme";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { resizeWithContainer, markerLaneAndAxisHeightPx } from "./chart-size";
import type { PlotSettings } from "./plot-options";
import { getCursorTimeMs } from "./time/time-cursor";
import { scheduleTask } from "./schedule-task";
import { usePlotData } from "./use-plot-data";

/** Data and position under the cursor of a chart, for its tooltip. */
export interface TooltipContext<Data> {
  readonly frame: HTMLElement;
  readonly tooltip: HTMLElement;
  readonly plot: uPlot;
  readonly data: Data;
  readonly markers: readonly Marker[];
  readonly pointIndex: number | null;
  readonly timeZone: string;
}

interface UsePlotOptions<Data> {
  readonly data: Data;
  /** Key of everything that the chart's options depend on. A different key recreates the chart. */
  readonly optionsKey: string;
  /** Height of the plot without marker lane and axis. */
  readonly plotHeight: number;
  /** Charts with the same key share their cursor. */
  readonly syncKey: string;
  readonly hasMarkerNames?: boolean;
  readonly toPlotData: (data: Data) => uPlot.AlignedData;
  readonly create: (element: HTMLElement, settings: PlotSettings<Data>) => uPlot;
  readonly updateTooltip: (pointed: TooltipContext<Data>) => void;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

/** Refs to the elements of a chart, its event markers, and its height in pixels. */
export interface PlotHandles {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly tooltip: RefObject<HTMLDivElement | null>;
  readonly plot: RefObject<uPlot | null>;
  readonly markers: readonly Marker[];
  readonly height: number;
}

/** Creates a uPlot chart in `frame`. A refresh with the same options key only updates the data. */
export function usePlot<Data>(options: UsePlotOptions<Data>): PlotHandles {
  const { data, optionsKey, plotHeight, syncKey, hasMarkerNames = false, toPlotData } = options;
  const frame = useRef<HTMLDivElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const { markers, onCursorTime } = useChartMarkers();
  const content = usePlotData(plot, { data, markers, toPlotData });
  const { resolvedTheme } = useTheme();
  const timeZone = useTimeZone();
  const height = plotHeight + markerLaneAndAxisHeightPx;
  const zoom = useEffectEvent(options.onZoom);
  const create = useEffectEvent(options.create);
  const moveCursor = useEffectEvent((index: number | null) => {
    onCursorTime(getCursorTimeMs(plot.current));
    if (frame.current === null || tooltip.current === null || plot.current === null) return;
    const target = { frame: frame.current, tooltip: tooltip.current, plot: plot.current };
    options.updateTooltip({ ...target, ...content.current, pointIndex: index, timeZone });
  });
  useEffect(() => {
    // Effect on the canvas and its container size.
    const element = frame.current;
    if (element === null) return undefined;
    let stopFollowing: (() => void) | undefined;
    const cancelTask = scheduleTask(() => {
      plot.current = create(element, {
        getData: () => content.current.data,
        getMarkers: () => content.current.markers,
        hasMarkerNames,
        theme: readChartTheme(element),
        timeZone,
        width: element.clientWidth,
        height,
        syncKey,
        onCursorIndex: (index) => moveCursor(index),
        onZoom: (startMs, endMs) => zoom(startMs, endMs),
      });
      stopFollowing = resizeWithContainer(element, plot.current, height);
    });
    return () => {
      cancelTask();
      stopFollowing?.();
      plot.current?.destroy();
      plot.current = null;
    };
    // `optionsKey` represents the data. A different theme recreates the chart with its colours.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [optionsKey, resolvedTheme, timeZone, height, syncKey, hasMarkerNames]);
  return { frame, tooltip, plot, markers, height };
}
