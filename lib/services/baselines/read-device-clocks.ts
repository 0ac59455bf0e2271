/**
 * Reads the clock of each accelerator in each block of a window. An idle accelerator lowers its clock to save power, so
 * clocks of idle blocks are not used and are NaN.
 */
import type { DeviceClocks } from "@/lib/analysis/baselines/throttled-blocks";
import { engineOfDeployment } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import { listDeviceClockQueries, type DeviceClockQueries } from "@/lib/semantic/compile/device-clocks";
import { columnsFromMatrices, type QueryColumns } from "@/lib/semantic/evaluate/columns";
import { getLogger } from "@/lib/server/logger";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { readRanges } from "@/lib/services/series/read-series";
import type { TimeBlocksRequest } from "./read-blocks";
import type { CountedWindow } from "./read-instance-counts";

/**
 * Minimum utilisation of a device in a block. A device below it was idle for most of the block. Above it, the clock stays
 * high, even if kernels run only for a part of the time.
 */
const minUtilisationRatio = 0.5;

/**
 * Returns the clocks of the accelerators, from the first exporter that reports them. Empty if no exporter reports clocks,
 * or if the response of the source is incomplete. The mean clock is then judged instead.
 */
export async function readDeviceClocks(
  { deployment, scope, signal }: Pick<TimeBlocksRequest, "deployment" | "scope" | "signal">,
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
      queries.flatMap(({ clockQuery, utilisation }) =>
        utilisation === null ? [clockQuery] : [clockQuery, utilisation.promql],
      ),
    );
    if (stale !== null || warnings.length > 0) return [];
    const columns = columnsFromMatrices(blockCount, resultByPromql);
    const clocks = queries.map((query) => listBusyClocks(columns, query));
    return clocks.find((devices) => devices.length > 0) ?? [];
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error, deployment: deployment.slug }, "the clocks of devices could not be read");
    return [];
  }
}

/** Returns the clocks of each device; NaN for blocks in which the device was idle. Devices without a reported utilisation count as busy. */
function listBusyClocks(
  columns: QueryColumns,
  { clockQuery, utilisation, metricLabels }: DeviceClockQueries,
): readonly DeviceClocks[] {
  const deviceOf = (labels: Readonly<Record<string, string>>): string =>
    JSON.stringify(
      Object.entries(labels)
        .filter(([label]) => label !== "__name__" && !metricLabels.includes(label))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  const rows = utilisation === null ? [] : columns.findRows(utilisation.promql);
  const utilisations = new Map(rows.map(({ labels, values }) => [deviceOf(labels), values]));
  return columns.findRows(clockQuery).map(({ labels, values }) => {
    const ratios = utilisations.get(deviceOf(labels));
    if (ratios === undefined || utilisation === null) return values;
    return values.map((clock, block) =>
      (ratios[block] ?? Number.NaN) * utilisation.scale < minUtilisationRatio ? Number.NaN : clock,
    );
  });
}
