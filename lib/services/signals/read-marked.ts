/** What marked windows take out of a statistic over a whole window. */
import { isAppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import { leaveOut, nothingMarked, type Marked } from "@/lib/semantic/left-out";
import { logger } from "@/lib/server/logger";
import { markedWindows } from "@/lib/services/events/unusual-windows";

/** Never throws for a database that is down: panels outlive it, and say that nothing could be left out. */
export async function readMarked(deploymentId: string, grid: Grid, rateWindowMs: number): Promise<Marked> {
  const endMs = grid.startMs + (grid.pointCount - 1) * grid.stepMs;
  try {
    const windows = await markedWindows(deploymentId, { startMs: grid.startMs - rateWindowMs, endMs });
    return leaveOut(windows, grid, rateWindowMs);
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, deploymentId }, "marked windows could not be read");
    return nothingMarked;
  }
}
