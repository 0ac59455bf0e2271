/** Since when the present status has held, as far back as the window's series reach. */
import type { Grid } from "@/lib/model/grid";
import type { Limits } from "@/lib/model/deployment/limits";
import { statuses, statusRule, type StatusId } from "./statuses";
import type { StatusPoint } from "./status-rule";

/** Columns on the overview's grid; null where there is no number. */
export interface StatusSeries {
  readonly grid: Grid;
  readonly columns: { readonly [Name in keyof StatusPoint]: readonly (number | null)[] };
  readonly limits: Limits;
}

/** Number of missing points tolerated inside a run: one missed scrape is not a recovery. */
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
  };
  if (statusRule(id).tone !== "ok") return statusRule(id).matchesAt?.(point, limits) ?? null;
  const bad = statuses.flatMap(({ tone, matchesAt }) =>
    tone === "bad" ? [matchesAt?.(point, limits) ?? null] : [],
  );
  return bad.every((one) => one === null) ? null : !bad.includes(true);
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
