/** Points and trails in the form of the plot. */
import type { RooflinePool, RooflineRoof, RooflineTrail } from "@/lib/contracts/roofline/roofline";
import type { PlotPoint, PlotTrail } from "@/components/charts/prepare/roof/roof-plot";
import { tera } from "./plot-roof";
import { pointLines, pointName, pointDetails } from "@/lib/sentences/roofline/point-text";
import type { ShownPoint } from "./shown-points";

const colours = { decode: "ph-decode", prefill: "ph-prefill", all: "ink-2" } as const;
/** Shapes of the methods. */
export const shapeOfMethod = { counters: "disc", engine: "square", hardware: "diamond" } as const;

export function plotPoints(points: readonly ShownPoint[], roof: RooflineRoof): readonly PlotPoint[] {
  return points
    .filter(({ point }) => point.flopsPerSecond > 0 && point.intensityFlopPerByte > 0)
    .map((one) => plotPoint(one, points, roof));
}

function plotPoint(one: ShownPoint, allPoints: readonly ShownPoint[], roof: RooflineRoof): PlotPoint {
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
    xRange: isBusy ? positiveRange(intensity, 1) : null,
    yRange: isBusy ? positiveRange(flops, tera) : null,
    style: isBusy ? "filled" : "hollow",
    shape: shapeOfMethod[method],
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

/** Returns the range for a logarithmic axis. Null when it reaches 0. */
function positiveRange({ lower, upper }: { readonly lower: number; readonly upper: number }, by: number) {
  return lower > 0 && Number.isFinite(upper) ? { min: lower / by, max: upper / by } : null;
}

export interface NamedTrail extends PlotTrail {
  readonly atMs: readonly number[];
}

export function plotTrails(pools: readonly RooflinePool[]): readonly NamedTrail[] {
  return pools.flatMap(({ trail }, index) =>
    (["decode", "prefill"] as const).flatMap((phase) => {
      const of: RooflineTrail = trail[phase];
      if (of.atMs.length === 0) return [];
      return {
        key: `${index} ${phase}`,
        name: phase,
        colour: colours[phase],
        atMs: of.atMs,
        x: of.intensityFlopPerByte,
        y: of.flopsPerSecond.map((value) => value / tera),
        isMixed: of.isMixed,
      };
    }),
  );
}
