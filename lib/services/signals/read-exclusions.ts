/** Reads the exclusion windows that reduce a window summary. */
import { isAppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import { findExcludedTime, unknownExclusion, type Exclusion } from "@/lib/semantic/evaluate/excluded-time";
import { getLogger } from "@/lib/server/logger";
import { listExclusionWindows } from "@/lib/services/events/unusual-windows";

/**
 * Reads the exclusions of a window. Never throws if the database is down: the panels still work and report that no
 * time was excluded.
 */
export async function readExclusions(
  deploymentId: string,
  grid: Grid,
  rateWindowMs: number,
): Promise<Exclusion> {
  const endMs = grid.startMs + (grid.pointCount - 1) * grid.stepMs;
  try {
    const windows = await listExclusionWindows(deploymentId, { startMs: grid.startMs - rateWindowMs, endMs });
    return findExcludedTime(windows, grid, rateWindowMs);
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error, deploymentId }, "exclusion windows could not be read");
    return unknownExclusion;
  }
}
