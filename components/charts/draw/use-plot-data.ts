"use client";

import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type uPlot from "uplot";
import type { Marker } from "@/components/charts/prepare/markers";
import { scheduleTask } from "./schedule-task";

interface PlotContent<Data> {
  data: Data;
  markers: readonly Marker[];
}

interface PlotDataOptions<Data> extends Readonly<PlotContent<Data>> {
  readonly toPlotData: (data: Data) => uPlot.AlignedData;
}

/**
 * Updates a uPlot chart, which exists outside React: it always reads the newest data, and new data redraw
 * it. Call it before the effect that creates the chart, so that a new chart is not drawn twice.
 */
export function usePlotData<Data>(
  plot: RefObject<uPlot | null>,
  { data, markers, toPlotData }: PlotDataOptions<Data>,
): RefObject<PlotContent<Data>> {
  const content = useRef<PlotContent<Data>>({ data, markers });
  const convert = useEffectEvent(toPlotData);
  useEffect(() => {
    content.current.data = data;
    // A chart that does not exist yet will start with this data.
    if (plot.current === null) return undefined;
    return scheduleTask(() => plot.current?.setData(convert(data)));
  }, [data, plot]);
  useEffect(() => {
    content.current.markers = markers;
    if (plot.current === null) return undefined;
    return scheduleTask(() => plot.current?.redraw(false));
  }, [markers, plot]);
  return content;
}
