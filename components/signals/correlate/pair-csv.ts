/** A pair of signals as a CSV file. */
import { toCsv } from "@/lib/format/csv";
import type { TwoGroups } from "@/lib/analysis/statistics/series/groups/point-groups";
import { toPairPoints, type CorrelatedPair } from "@/lib/sentences/signals/correlation/pair";

/**
 * Writes every point of the grid as CSV. A missing value is an empty cell. With two groups, the last column is the group of
 * each point.
 */
export function formatPairCsv(pair: CorrelatedPair, groups: TwoGroups | null): string {
  const { x, y, timesMs, xs, ys } = pair;
  const cell = (value: number | undefined): number | null =>
    value === undefined || Number.isNaN(value) ? null : value;
  const groupByTime = new Map(toPairPoints(pair, groups).map(({ timeMs, group }) => [timeMs, group]));
  const withGroup = <Cell>(row: readonly Cell[], group: Cell): readonly Cell[] =>
    groups === null ? row : [...row, group];
  return toCsv([
    withGroup(["time", `${x.name} (${x.displayUnit})`, `${y.name} (${y.displayUnit})`], "group"),
    ...timesMs.map((timeMs, index) =>
      withGroup(
        [new Date(timeMs).toISOString(), cell(xs[index]), cell(ys[index])],
        groupByTime.get(timeMs) ?? null,
      ),
    ),
  ]);
}
