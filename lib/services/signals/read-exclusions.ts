/** What marked windows take out of a statistic over a whole window. */
import { isAppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import { findExcludedTime, unknownExclusion, type Exclusion } from "@/lib/semantic/excluded-time";
import { logger } from "@/lib/server/logger";
import { markedWindows } from "@/lib/services/events/unusual-windows";

/** Never throws for a database that is down: panels outlive it, and say that nothing could be left out. */
export async function readExclusions(
  deploymentId: string,
  grid: Grid,
  rateWindowMs: number,
): Promise<Exclusion> {
  const endMs = grid.startMs + (grid.pointCount - 1) * grid.stepMs;
  try {
    const windows = await markedWindows(deploymentId, { startMs: grid.startMs - rateWindowMs, endMs });
    return findExcludedTime(windows, grid, rateWindowMs);
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, deploymentId }, "marked windows could not be read");
    return unknownExclusion;
  }
}
