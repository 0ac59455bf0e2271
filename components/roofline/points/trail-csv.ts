/** Returns the trail as CSV, one row per interval, oldest first, in the units of the table. */
import { toCsv } from "@/lib/format/csv";
import type { TimedTrail } from "./plot-points";

const head = ["time", "phase", "intensity (FLOP/B)", "performance (TFLOP/s)", "steps"] as const;

/** Writes the operating points over time as CSV, one line per point. */
export function createTrailCsv(trails: readonly TimedTrail[]): string {
  const rows = trails
    .flatMap(({ name, timesMs, x, y, isMixedByPoint }) =>
      timesMs.map((at, index) => ({
        at,
        name,
        x: x[index],
        y: y[index],
        isMixed: isMixedByPoint[index] === true,
      })),
    )
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, name, x = null, y = null, isMixed }) => [
      new Date(at).toISOString(),
      name,
      x,
      y,
      isMixed ? "mixed" : "one phase",
    ]);
  return toCsv([head, ...rows]);
}
