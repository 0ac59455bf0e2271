"use client";

import { createContext, useContext, type ReactNode } from "react";
import type { Marker } from "@/components/charts/prepare/markers";

interface ChartMarkers {
  /**
   * Markers on every chart below. The array is the same while nothing changed, because a new array redraws all
   * charts.
   */
  readonly markers: readonly Marker[];
  /** Called with the time of the chart cursor. Null if it is on no chart. */
  readonly onCursorTime: (timeMs: number | null) => void;
}

const noMarkers: ChartMarkers = { markers: [], onCursorTime: () => undefined };
const Context = createContext<ChartMarkers>(noMarkers);

interface ChartMarkersProviderProps {
  readonly value: ChartMarkers;
  readonly children: ReactNode;
}

/** Provides the event markers to every chart of a page. */
export function ChartMarkersProvider({ value, children }: ChartMarkersProviderProps) {
  return <Context value={value}>{children}</Context>;
}

/** Returns the event markers of the page. */
export function useChartMarkers(): ChartMarkers {
  return useContext(Context);
}
