/** Overview, polled while its window is live. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { OverviewResponse } from "@/lib/contracts/overview";
import { fetchJson } from "@/lib/client/fetch-json";
import { liveIntervalMs, pendingIntervalMs, retryIntervalMs } from "@/lib/client/polling";
import { retryDelayMs } from "@/lib/client/retry";

export interface OverviewQueryParams {
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
  /** Requests one row only. All rows if absent or null. */
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
  if (data.deployments.some((row) => row.state === "pending")) return pendingIntervalMs;
  if (
    data.deployments.length === 0 ||
    data.deployments.some(
      (row) =>
        row.state === "failed" ||
        (row.state === "judged" && (row.stale !== null || row.sourceError !== null)),
    )
  ) {
    return retryIntervalMs;
  }
  return liveIntervalMs(from, to);
}

export function overviewQuery(params: OverviewQueryParams) {
  const { deployment = null } = params;
  return queryOptions({
    queryKey: ["overview", params.from, params.to, deployment],
    queryFn: ({ signal }) =>
      fetchJson<OverviewResponse>("/api/v1/overview", {
        query: { from: params.from, to: params.to, ...(deployment === null ? {} : { deployment }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => intervalMs(query.state.data, query.state.error, params),
  });
}
