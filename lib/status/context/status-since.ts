/** Finds the time since which the present status has held, within the window of the series. */
import type { Grid } from "@/lib/model/grid";
import { statuses, statusRule, type StatusId } from "../statuses";
import type { PointLimits, StatusColumns, StatusPoint } from "../status-rule";

/** Values that decide the status at each point of a window, with the limits. */
export interface StatusSeries {
  readonly grid: Grid;
  readonly columns: StatusColumns;
  readonly limits: PointLimits;
}

/**
 * Maximum number of consecutive points inside a run at which the status is not known or does not hold: one missed
 * scrape is not a recovery.
 */
const toleratedGaps = 1;

function isHeldAt(id: StatusId, { columns, limits }: StatusSeries, index: number): boolean | null {
  const at = (name: keyof StatusPoint): number | null => columns[name][index] ?? null;
  const point: StatusPoint = {
    ttftP95: at("ttftP95"),
    tpotMean: at("tpotMean"),
    errorRatio: at("errorRatio"),
    abortRatio: at("abortRatio"),
    waiting: at("waiting"),
    kvUsage: at("kvUsage"),
    running: at("running"),
    preemptions: at("preemptions"),
    outputTokenRate: at("outputTokenRate"),
  };
  if (statusRule(id).tone !== "ok") return statusRule(id).matchesAt?.(point, limits) ?? null;
  const bad = statuses.flatMap(({ tone, matchesAt }) =>
    tone === "bad" ? [matchesAt?.(point, limits) ?? null] : [],
  );
  return bad.every((one) => one === null) ? null : !bad.includes(true);
}

/**
 * Returns the first point since which the status applied without interruption. Null when it already applied
 * at the start of the window, or when it is unknown.
 */
export function findStatusStartMs(id: StatusId, series: StatusSeries): number | null {
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

/** Returns for each point of the window whether any of the statuses applied; null if that is unknown. */
export function computeStatusByPoint(
  ids: readonly StatusId[],
  series: StatusSeries,
): readonly (boolean | null)[] {
  return Array.from({ length: series.grid.pointCount }, (_, index) => {
    const heldIds = ids.map((id) => isHeldAt(id, series, index));
    if (heldIds.includes(true)) return true;
    return heldIds.every((held) => held === false) ? false : null;
  });
}
