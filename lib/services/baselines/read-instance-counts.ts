/** Counts the instances that served in each block of a window. */
import { engineOfDeployment } from "@/lib/engines";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { buildServingCountQuery } from "@/lib/semantic/compile/up-query";
import { columnsFromMatrices, readSingleColumn } from "@/lib/semantic/evaluate/columns";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { readRanges } from "@/lib/services/series/read-series";
import type { BlocksRequest, BlocksResult } from "./read-blocks";

/**
 * Returns the number of instances at the end of each block; null if the source reports none. Empty if the source does not
 * report the numbers completely. Throws errors of the source.
 */
export async function readInstanceCounts(
  { deployment, scope, signal }: Pick<BlocksRequest, "deployment" | "scope" | "signal">,
  { blocks, spacingMs }: Extract<BlocksResult, { kind: "blocks" }>,
): Promise<readonly (number | null)[]> {
  const context: QueryContext = {
    engine: engineOfDeployment(deployment),
    deployment,
    scope: scope ?? { deployment: deployment.slug },
  };
  const query = buildServingCountQuery(context);
  if (query === null) return [];
  const { startMs, blockMs, blockCount } = blocks;
  const { resultByPromql, stale, warnings } = await readRanges(
    {
      source: findMetricsSource(deployment),
      grid: { startMs: startMs + blockMs, stepMs: blockMs, pointCount: blockCount },
      isLive: false,
      longestSpacingMs: spacingMs,
      lane: "baselines",
      signal,
    },
    [query],
  );
  if (stale !== null || warnings.length > 0) return [];
  const counts = readSingleColumn(columnsFromMatrices(blockCount, resultByPromql), query);
  return Array.from(counts, (count) => (Number.isNaN(count) ? null : count));
}
