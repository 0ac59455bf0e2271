/** Returns the trail as CSV, one row per interval, oldest first, in the units of the table. */
import { toCsv } from "@/components/charts/prepare/csv";
import type { NamedTrail } from "./plot-points";

const head = ["time", "phase", "intensity (FLOP/B)", "performance (TFLOP/s)", "steps"] as const;

export function trailCsv(trails: readonly NamedTrail[]): string {
  const rows = trails
    .flatMap(({ name, atMs, x, y, isMixed }) =>
      atMs.map((at, index) => ({ at, name, x: x[index], y: y[index], isMixed: isMixed[index] === true })),
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
