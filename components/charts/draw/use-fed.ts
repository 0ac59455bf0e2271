"use client";

import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type uPlot from "uplot";
import type { Marker } from "@/components/charts/prepare/markers";
import { inTurn } from "./in-turn";

interface Shown<Data> {
  data: Data;
  markers: readonly Marker[];
}

interface Fed<Data> extends Readonly<Shown<Data>> {
  readonly toPlotData: (data: Data) => uPlot.AlignedData;
}

/**
 * Feeds a chart that lives outside React: what it reads while it draws is always the newest, and new data draw it again.
 * To be called before the effect that makes the chart: one of another shape begins with the data of that shape, not fed twice.
 */
export function useFed<Data>(
  plot: RefObject<uPlot | null>,
  { data, markers, toPlotData }: Fed<Data>,
): RefObject<Shown<Data>> {
  const shown = useRef<Shown<Data>>({ data, markers });
  const convert = useEffectEvent(toPlotData);
  useEffect(() => {
    shown.current.data = data;
    // One that is still to be made begins with these.
    if (plot.current === null) return undefined;
    return inTurn(() => plot.current?.setData(convert(data)));
  }, [data, plot]);
  useEffect(() => {
    shown.current.markers = markers;
    if (plot.current === null) return undefined;
    return inTurn(() => plot.current?.redraw(false));
  }, [markers, plot]);
  return shown;
}
