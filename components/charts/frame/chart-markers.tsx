"use client";

import { createContext, useContext, type ReactNode } from "react";
import type { Marker } from "@/components/charts/prepare/markers";

interface ChartMarkers {
  /** On every chart below. The same array as long as nothing changed, since charts are drawn again for a new one. */
  readonly markers: readonly Marker[];
  /** Where the cursor of the charts stands; null when it is on none. */
  readonly onCursorTime: (timeMs: number | null) => void;
}

const noMarkers: ChartMarkers = { markers: [], onCursorTime: () => undefined };
const Context = createContext<ChartMarkers>(noMarkers);

interface ChartMarkersProviderProps {
  readonly value: ChartMarkers;
  readonly children: ReactNode;
}

/** Hands what happened to every chart of a page, whichever panel it is in. */
export function ChartMarkersProvider({ value, children }: ChartMarkersProviderProps) {
  return <Context value={value}>{children}</Context>;
}

export function useChartMarkers(): ChartMarkers {
  return useContext(Context);
}
