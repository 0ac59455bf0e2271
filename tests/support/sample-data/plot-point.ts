/** Returns a point of a roofline plot with defaults: filled and named. */
import type { PlotPoint } from "@/components/charts/prepare/roof/roof-plot";

export function createPlotPoint(key: string, x: number, y: number, part: Partial<PlotPoint> = {}): PlotPoint {
  return {
    key,
    name: key,
    labelLines: [],
    tooltipSentences: [],
    x,
    y,
    xErrorRange: null,
    yErrorRange: null,
    style: "filled",
    shape: "disc",
    colour: "ph-decode",
    hasWarning: false,
    isNameShown: true,
    relatedPointKey: null,
    ...part,
  };
}
