/** Counts the instances of a deployment in each block of a window. */
import { engineOfDeployment } from "@/lib/engines";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { buildReadyCountQuery, buildServingCountQuery } from "@/lib/semantic/compile/up-query";
import { columnsFromMatrices, readSingleColumn } from "@/lib/semantic/evaluate/columns";
import { chooseRateWindow } from "@/lib/semantic/grid";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { readRanges } from "@/lib/services/series/read-series";
import type { TimeBlocksRequest, TimeBlocksResult } from "./read-blocks";

type CountRequest = Pick<TimeBlocksRequest, "deployment" | "scope" | "signal">;
/** Blocks of the window, and the time between two samples. */
export interface CountedWindow extends Pick<Extract<TimeBlocksResult, { kind: "blocks" }>, "spacingMs"> {
  readonly blocks: Pick<
    Extract<TimeBlocksResult, { kind: "blocks" }>["blocks"],
    "startMs" | "blockMs" | "blockCount"
  >;
}

/**
 * Returns the number of instances that expose the engine's metrics at the end of each block; null for a block without a
 * reported number. Empty if the response of the source is incomplete. Throws errors of the source.
 */
async function readInstanceCounts(
  request: CountRequest,
  window: CountedWindow,
): Promise<readonly (number | null)[]> {
  return readCounts(request, window, buildServingCountQuery(contextOf(request)));
}

/**
 * Returns the number of ready instances, which responded to their last scrape, at the end of each block; null for a block
 * without a reported number. Empty if the response of the source is incomplete. Throws errors of the source.
 */
export async function readReadyInstanceCounts(
  request: CountRequest,
  window: CountedWindow,
): Promise<readonly (number | null)[]> {
  const rateWindowMs = chooseRateWindow(window.blocks.blockMs, window.spacingMs);
  return readCounts(request, window, buildReadyCountQuery(contextOf(request), rateWindowMs));
}

/**
 * Returns the number of ready instances at the end of each block. If the source has no results of scrapes, returns the
 * number of instances that expose metrics. Throws errors of the source.
 */
export async function readReadyOrServingInstanceCounts(
  request: CountRequest,
  window: CountedWindow,
): Promise<readonly (number | null)[]> {
  const ready = await readReadyInstanceCounts(request, window);
  return ready.some((count) => count !== null) ? ready : readInstanceCounts(request, window);
}

function contextOf({ deployment, scope }: CountRequest): QueryContext {
  return {
    engine: engineOfDeployment(deployment),
    deployment,
    scope: scope ?? { deployment: deployment.slug },
  };
}

async function readCounts(
  { deployment, signal }: CountRequest,
  { blocks: { startMs, blockMs, blockCount }, spacingMs }: CountedWindow,
  query: string | null,
): Promise<readonly (number | null)[]> {
  if (query === null) return [];
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
