/** Overview, polled while its window is live. */
import { keepPreviousData } from "@tanstack/react-query";
import type { overviewContract, OverviewResponse } from "@/lib/contracts/overview";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { liveIntervalMs, pendingIntervalMs, retryIntervalMs } from "@/lib/client/polling";
import { retryDelayMs } from "@/lib/client/retry";

/** Window of the Overview, optionally limited to one deployment. */
export interface OverviewQueryParams {
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
  /** Deployment whose row is requested. If absent or null, all rows are requested. */
  readonly deployment?: string | null;
}

function intervalMs(
  data: OverviewResponse | undefined,
  error: Error | null,
  { from, to, live }: OverviewQueryParams,
): number | false {
  if (!live) return false;
  if (error !== null) return retryDelayMs(error);
  if (data === undefined) return retryIntervalMs;
  if (data.deployments.some((row) => "elapsedMs" in row)) return pendingIntervalMs;
  if (
    data.deployments.length === 0 ||
    data.deployments.some((row) => row.state !== "judged" || row.stale !== null || row.sourceError !== null)
  ) {
    return retryIntervalMs;
  }
  return liveIntervalMs(from, to);
}

/** Creates the query for the rows of the Overview. */
export function overviewQuery(params: OverviewQueryParams) {
  const { from, to, deployment = null } = params;
  return endpointQuery<typeof overviewContract>(
    "/api/v1/overview",
    { from, to, ...(deployment === null ? {} : { deployment }) },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => intervalMs(state.data, state.error, params),
    },
  );
}
