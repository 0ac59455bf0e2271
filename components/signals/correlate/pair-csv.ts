/** A pair of signals as a CSV file. */
import { toCsv } from "@/lib/format/csv";
import type { CorrelatedPair } from "@/lib/sentences/signals/correlation/pair";

/** Writes every point of the grid as CSV. A missing value is an empty cell. */
export function pairCsv({ x, y, timesMs, xs, ys }: CorrelatedPair): string {
  const cell = (value: number | undefined): number | null =>
    value === undefined || Number.isNaN(value) ? null : value;
  return toCsv([
    ["time", `${x.name} (${x.displayUnit})`, `${y.name} (${y.displayUnit})`],
    ...timesMs.map((timeMs, index) => [new Date(timeMs).toISOString(), cell(xs[index]), cell(ys[index])]),
  ]);
}
