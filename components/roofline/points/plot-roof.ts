/**
 * Roof in the units of the plot: FLOP per byte on the X axis, TFLOP/s on the Y axis, so slopes are TB/s. Precisions
 * with the same peak share a line.
 */
import type { RooflineRoof } from "@/lib/contracts/roofline/roofline";
import type { PlotRoof, RoofCeiling } from "@/components/charts/prepare/roof/roof-plot";
import { precisionTitle } from "@/lib/format/precision-names";

/** Factor of the axes, which show TFLOP/s and TB/s. */
export const tera = 1e12;

type Practical = RooflineRoof["bandwidth"]["practicalBytesPerSecond"];

/** Ceilings below the used one by more than this factor are hidden, because they would cross the points. */
const lowest = 2.5;

const measuredOf = (practical: Practical): number | null =>
  practical.kind === "measured" ? practical.value / tera : null;

/** Converts a roof to the units of the axes. Peaks of equal height share one line. */
export function toPlotRoof({ bandwidth, ceilings }: RooflineRoof): PlotRoof {
  const byPeak = new Map<number, RooflineRoof["ceilings"][number][]>();
  for (const ceiling of ceilings)
    byPeak.set(ceiling.flopsPerSecond, [...(byPeak.get(ceiling.flopsPerSecond) ?? []), ceiling]);
  const used = ceilings.find(({ isUsed }) => isUsed)?.flopsPerSecond ?? 0;
  return {
    slope: bandwidth.bytesPerSecond / tera,
    measuredSlope: measuredOf(bandwidth.practicalBytesPerSecond),
    ceilings: [...byPeak]
      .filter(([peak]) => peak * lowest >= used)
      .toSorted(([a], [b]) => a - b)
      .map(([peak, same]) => ceilingOf(peak, same)),
  };
}

/**
 * Returns a ceiling with the measured peak of the used precision. If the used precision has a different ceiling, the
 * result has the peak of the first precision that was measured.
 */
function ceilingOf(peak: number, same: readonly RooflineRoof["ceilings"][number][]): RoofCeiling {
  const used = same.find(({ isUsed }) => isUsed);
  const measured = (used === undefined ? same : [used]).flatMap(
    ({ practicalFlopsPerSecond }) => measuredOf(practicalFlopsPerSecond) ?? [],
  );
  return {
    name: same.map(({ precision }) => precisionTitle(precision)).join(", "),
    peak: peak / tera,
    measuredPeak: measured[0] ?? null,
    isUsed: used !== undefined,
  };
}
