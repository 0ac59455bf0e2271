/** Reads the clock of each accelerator in each block of a window. */
import type { DeviceClocks } from "@/lib/analysis/baselines/throttled-blocks";
import { engineOfDeployment } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import { listDeviceClockQueries } from "@/lib/semantic/compile/device-clocks";
import { columnsFromMatrices } from "@/lib/semantic/evaluate/columns";
import { getLogger } from "@/lib/server/logger";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { readRanges } from "@/lib/services/series/read-series";
import type { BlocksRequest } from "./read-blocks";
import type { CountedWindow } from "./read-instance-counts";

/**
 * Returns the clocks of the accelerators, from the first exporter that reports them. Empty if no exporter reports them, or
 * if the source does not respond completely: the mean clock is then judged.
 */
export async function readDeviceClocks(
  { deployment, scope, signal }: Pick<BlocksRequest, "deployment" | "scope" | "signal">,
  { blocks: { startMs, blockMs, blockCount }, spacingMs }: CountedWindow,
): Promise<readonly DeviceClocks[]> {
  const queries = listDeviceClockQueries(
    {
      engine: engineOfDeployment(deployment),
      deployment,
      scope: scope ?? { deployment: deployment.slug },
    },
    blockMs,
  );
  if (queries.length === 0) return [];
  const source = findMetricsSource(deployment);
  const grid = { startMs: startMs + blockMs, stepMs: blockMs, pointCount: blockCount };
  try {
    const { resultByPromql, stale, warnings } = await readRanges(
      { source, grid, isLive: false, longestSpacingMs: spacingMs, lane: "baselines", signal },
      queries,
    );
    if (stale !== null || warnings.length > 0) return [];
    const columns = columnsFromMatrices(blockCount, resultByPromql);
    const clocks = queries.map((query) => columns.findRows(query).map(({ values }) => values));
    return clocks.find((devices) => devices.length > 0) ?? [];
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error, deployment: deployment.slug }, "the clocks of devices could not be read");
    return [];
  }
}
