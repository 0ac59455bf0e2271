/** The batch sweep on the roof: where steps of each batch stood in the window, joined in their order, and where the line through them says they stand. */
import type { RooflinePool } from "@/lib/contracts/roofline";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import type { PlotPoint } from "@/components/charts/prepare/roof-plot";
import { tera } from "./plot-roof";
import { flopsText, intensityText } from "./point-text";

type Swept = Extract<RooflinePool["sweep"], { state: "swept" }>;
type Group = Swept["groups"][number];
type PlacedGroup = Group & { readonly point: NonNullable<Group["point"]> };

const plain = {
  lines: [],
  xRange: null,
  yRange: null,
  colour: "ph-decode",
  hasWarning: false,
} as const;

/** Smallest batch first, pool by pool; none where nothing was swept or placed. */
export function sweepPoints(pools: readonly Pick<RooflinePool, "sweep">[]): readonly PlotPoint[] {
  return pools.flatMap(({ sweep }, index) => {
    if (sweep.state !== "swept") return [];
    const groups = sweep.groups.filter((group): group is PlacedGroup => group.point !== null);
    return [...linePoints(groups, sweep.fit, index), ...groupPoints(groups, index)];
  });
}

function groupPoints(groups: readonly PlacedGroup[], pool: number): readonly PlotPoint[] {
  const key = (at: number): string => `${pool} sweep ${at}`;
  return groups.map((group, at): PlotPoint => {
    const { batch, itlSeconds, n, point } = group;
    return {
      ...plain,
      key: key(at),
      name: `batch ${formatNumber(batch)}`,
      sentences: [
        `Batch ${formatNumber(batch)}, swept: ${intensityText(point.intensityFlopPerByte)}, ${flopsText(point.flopsPerSecond)}.`,
        `A step took ${formatWithUnit(itlSeconds, "seconds", "ms")}, the mean over the tokens of ${formatCount(n)} slices of the window; its work is counted at the context of now.`,
      ],
      x: point.intensityFlopPerByte,
      y: point.flopsPerSecond / tera,
      style: "hollow",
      shape: "dot",
      isNamed: at === 0 || at === groups.length - 1,
      from: at === 0 ? null : key(at - 1),
    };
  });
}

/** The same work in the time that ITL = a + b·B gives it. */
function linePoints(groups: readonly PlacedGroup[], fit: Swept["fit"], pool: number): readonly PlotPoint[] {
  if (fit.kind !== "fit") return [];
  const key = (at: number): string => `${pool} line ${at}`;
  return groups.map(({ batch, itlSeconds, point }, at): PlotPoint => {
    const seconds = fit.baseSeconds.value + fit.perSequenceSeconds.value * batch;
    const flopsPerSecond = (point.flopsPerSecond * itlSeconds) / seconds;
    return {
      ...plain,
      key: key(at),
      name: `line at batch ${formatNumber(batch)}`,
      sentences: [
        `The line ITL = a + b·B at batch ${formatNumber(batch)}: ${formatWithUnit(seconds, "seconds", "ms")} a step, ${flopsText(flopsPerSecond)}.`,
      ],
      x: point.intensityFlopPerByte,
      y: flopsPerSecond / tera,
      style: "ghost",
      shape: "none",
      isNamed: false,
      from: at === 0 ? null : key(at - 1),
    };
  });
}
