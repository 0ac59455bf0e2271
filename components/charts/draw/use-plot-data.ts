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
 * Feeds a chart that lives outside React: what it reads while it draws is always the newest, and new data draw it again.
 * To be called before the effect that makes the chart: one of another shape begins with the data of that shape, not fed twice.
 */
export function usePlotData<Data>(
  plot: RefObject<uPlot | null>,
  { data, markers, toPlotData }: PlotDataOptions<Data>,
): RefObject<PlotContent<Data>> {
  const content = useRef<PlotContent<Data>>({ data, markers });
  const convert = useEffectEvent(toPlotData);
  useEffect(() => {
    content.current.data = data;
    // One that is still to be made begins with these.
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
