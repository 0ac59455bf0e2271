/** Since when the present status has held, as far back as the window's series reach. */
import { limits, type StatusId } from "@/lib/model/status";
import type { Grid } from "@/lib/model/grid";

/** Columns on the overview's grid; null where there is no number. */
export interface StatusSeries {
  readonly grid: Grid;
  readonly ttftP95: readonly (number | null)[];
  readonly tpotMean: readonly (number | null)[];
  readonly errorRatio: readonly (number | null)[];
  readonly waiting: readonly (number | null)[];
  readonly kvUsage: readonly (number | null)[];
  readonly running: readonly (number | null)[];
}

/** Number of missing points tolerated inside a run: one missed scrape is not a recovery. */
const toleratedGaps = 1;

const over = (column: readonly (number | null)[], index: number, limit: number): boolean | null => {
  const value = column[index] ?? null;
  return value === null ? null : value > limit;
};

function isHeldAt(id: StatusId, series: StatusSeries, index: number): boolean | null {
  switch (id) {
    case "kv-pressure": {
      const isWaiting = over(series.waiting, index, 0);
      const isFull = over(series.kvUsage, index, limits.kvUsageRatio);
      return isWaiting === null || isFull === null ? null : isWaiting && isFull;
    }
    case "slow-ttft":
      return over(series.ttftP95, index, limits.ttftP95Seconds);
    case "slow-tpot":
      return over(series.tpotMean, index, limits.meanTpotSeconds);
    case "errors":
      return over(series.errorRatio, index, limits.errorRatio);
    case "no-traffic": {
      const isBusy = over(series.running, index, 0);
      return isBusy === null ? null : !isBusy && (series.ttftP95[index] ?? null) === null;
    }
    case "ok": {
      const bad = (["kv-pressure", "slow-ttft", "slow-tpot", "errors"] as const).map((one) =>
        isHeldAt(one, series, index),
      );
      return bad.every((one) => one === null) ? null : !bad.includes(true);
    }
    case "source-down":
    case "stalled":
    case "cannot-tell":
      return null;
  }
}

/**
 * Returns the time of the first point of the run that lasts until now. Null when the status already held at the start
 * of the window, or when it is unknown.
 */
export function statusSinceMs(id: StatusId, series: StatusSeries): number | null {
  const { grid } = series;
  let first: number | null = null;
  let misses = 0;
  for (let index = grid.pointCount - 1; index >= 0; index -= 1) {
    if (isHeldAt(id, series, index) === true) {
      first = index;
      misses = 0;
      continue;
    }
    misses += 1;
    // The newest points may not have a result yet, because a rule over minutes looks back from now.
    if (misses > toleratedGaps && (first !== null || index < grid.pointCount - 4)) break;
  }
  return first === null || first <= toleratedGaps ? null : grid.startMs + first * grid.stepMs;
}
