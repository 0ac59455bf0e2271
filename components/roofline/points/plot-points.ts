/** Points and trails in the form of the plot. */
import type { RooflinePool, RooflineRoof, RooflineTrail } from "@/lib/contracts/roofline/roofline";
import type { PlotPoint, PlotTrail } from "@/components/charts/prepare/roof/roof-plot";
import { tera } from "./plot-roof";
import { pointLines, pointName, pointDetails } from "@/lib/sentences/roofline/point-text";
import type { PlottedPoint } from "./plotted-points";

const colours = { decode: "ph-decode", prefill: "ph-prefill", all: "ink-2" } as const;
/** Marker shape of each measurement method on the plot. */
export const methodShapes = { counters: "disc", engine: "square", hardware: "diamond" } as const;

/**
 * Converts operating points to the units of the axes. Points without FLOPs or bytes have no position on a
 * logarithmic plot and are omitted.
 */
export function toPlotPoints(points: readonly PlottedPoint[], roof: RooflineRoof): readonly PlotPoint[] {
  return points
    .filter(({ point }) => point.flopsPerSecond > 0 && point.intensityFlopPerByte > 0)
    .map((one) => plotPoint(one, points, roof));
}

function plotPoint(one: PlottedPoint, allPoints: readonly PlottedPoint[], roof: RooflineRoof): PlotPoint {
  const { point, time, method, phase } = one;
  const isBusy = time === "busy";
  const flops = point.flopsPerSecondRange;
  const intensity = point.intensityFlopPerByteRange;
  return {
    key: one.key,
    name: pointName(one),
    labelLines: isBusy ? pointLines(one) : [],
    tooltipSentences: pointDetails(one, roof),
    x: point.intensityFlopPerByte,
    y: point.flopsPerSecond / tera,
    xErrorRange: isBusy ? positiveRange(intensity, 1) : null,
    yErrorRange: isBusy ? positiveRange(flops, tera) : null,
    style: isBusy ? "filled" : "hollow",
    shape: methodShapes[method],
    colour: colours[phase],
    hasWarning: one.hasWarning,
    isNameShown: method === "counters",
    relatedPointKey: isBusy
      ? null
      : (allPoints.find(
          (other) =>
            other.phase === phase &&
            other.method === method &&
            other.pool === one.pool &&
            other.time === "busy",
        )?.key ?? null),
  };
}

/** Returns the range for a logarithmic axis. Null if it reaches 0. */
function positiveRange({ lower, upper }: { readonly lower: number; readonly upper: number }, by: number) {
  return lower > 0 && Number.isFinite(upper) ? { min: lower / by, max: upper / by } : null;
}

/** Operating points over time on the plot, with the end of the interval of each. */
export interface TimedTrail extends PlotTrail {
  readonly timesMs: readonly number[];
}

/** Converts the operating points over time of all pools to the units of the axes. */
export function toPlotTrails(pools: readonly RooflinePool[]): readonly TimedTrail[] {
  return pools.flatMap(({ trail }, index) =>
    (["decode", "prefill"] as const).flatMap((phase) => {
      const of: RooflineTrail = trail[phase];
      if (of.atMs.length === 0) return [];
      return {
        key: `${index} ${phase}`,
        name: phase,
        colour: colours[phase],
        timesMs: of.atMs,
        x: of.intensityFlopPerByte,
        y: of.flopsPerSecond.map((value) => value / tera),
        isMixedByPoint: of.isMixed,
      };
    }),
  );
}
