/** Batch sweep in the plot: the mean step time of each batch size, linked in order, and the fitted line. */
import type { RooflinePool } from "@/lib/contracts/roofline/roofline";
import { formatNumber, formatWithUnit } from "@/lib/format/number";
import type { PlotPoint } from "@/components/charts/prepare/roof/roof-plot";
import { countWithNoun } from "@/lib/format/agreement";
import { tera } from "./plot-roof";
import { flopsText, intensityText } from "@/lib/sentences/roofline/point-text";

type Swept = Extract<RooflinePool["sweep"], { state: "swept" }>;
type Group = Swept["groups"][number];
type PositionedGroup = Group & { readonly point: NonNullable<Group["point"]> };

const plain = {
  labelLines: [],
  xErrorRange: null,
  yErrorRange: null,
  colour: "ph-decode",
  hasWarning: false,
} as const;

/** Converts the batch sweeps of all pools to points of the plot, smallest batch first. */
export function toSweepPoints(pools: readonly Pick<RooflinePool, "sweep">[]): readonly PlotPoint[] {
  return pools.flatMap(({ sweep }, index) => {
    if (sweep.state !== "swept") return [];
    const groups = sweep.groups.filter((group): group is PositionedGroup => group.point !== null);
    return [...linePoints(groups, sweep.fit, index), ...groupPoints(groups, index)];
  });
}

function groupPoints(groups: readonly PositionedGroup[], pool: number): readonly PlotPoint[] {
  const key = (at: number): string => `${pool} sweep ${at}`;
  return groups.map((group, at): PlotPoint => {
    const { batch, itlSeconds, intervalCount: n, point } = group;
    return {
      ...plain,
      key: key(at),
      name: `batch ${formatNumber(batch)}`,
      tooltipSentences: [
        `Sweep at batch size ${formatNumber(batch)}: ${intensityText(point.intensityFlopPerByte)}, ${flopsText(point.flopsPerSecond)}.`,
        `Mean step time is ${formatWithUnit(itlSeconds, "seconds", "ms")}, weighted by the tokens of ${countWithNoun(n, "interval")}. FLOPs and bytes are computed with the pool's present mean context length.`,
      ],
      x: point.intensityFlopPerByte,
      y: point.flopsPerSecond / tera,
      style: "hollow",
      shape: "dot",
      isNameShown: at === 0 || at === groups.length - 1,
      relatedPointKey: at === 0 ? null : key(at - 1),
    };
  });
}

/** Returns the same work in the time that ITL = a + b·B predicts. */
function linePoints(
  groups: readonly PositionedGroup[],
  fit: Swept["fit"],
  pool: number,
): readonly PlotPoint[] {
  if (fit.kind !== "fit") return [];
  const key = (at: number): string => `${pool} line ${at}`;
  return groups.map(({ batch, itlSeconds, point }, at): PlotPoint => {
    const seconds = fit.baseSeconds.value + fit.perSequenceSeconds.value * batch;
    const flopsPerSecond = (point.flopsPerSecond * itlSeconds) / seconds;
    return {
      ...plain,
      key: key(at),
      name: `line at batch ${formatNumber(batch)}`,
      tooltipSentences: [
        `Fitted line ITL = a + b·B at batch ${formatNumber(batch)}: ${formatWithUnit(seconds, "seconds", "ms")} per step, ${flopsText(flopsPerSecond)}.`,
      ],
      x: point.intensityFlopPerByte,
      y: flopsPerSecond / tera,
      style: "dashed",
      shape: "none",
      isNameShown: false,
      relatedPointKey: at === 0 ? null : key(at - 1),
    };
  });
}
