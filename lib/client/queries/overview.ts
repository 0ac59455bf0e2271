/** The overview, polled while its window is live. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { OverviewResponse } from "@/lib/contracts/overview";
import { fetchJson } from "@/lib/client/fetch-json";
import { liveIntervalMs, pendingIntervalMs, troubledIntervalMs } from "@/lib/client/polling";
import { askedAgainMs } from "@/lib/client/refusal";

export interface OverviewAsk {
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
  /** Only this one's row; all of them where absent or null. */
  readonly deployment?: string | null;
}

function intervalMs(
  data: OverviewResponse | undefined,
  error: Error | null,
  { from, to, live }: OverviewAsk,
): number | false {
  if (!live) return false;
  if (error !== null) return askedAgainMs(error);
  if (data === undefined) return troubledIntervalMs;
  if (data.deployments.some((row) => row.state === "pending")) return pendingIntervalMs;
  if (
    data.deployments.length === 0 ||
    data.deployments.some(
      (row) =>
        row.state === "failed" ||
        (row.state === "judged" && (row.stale !== null || row.sourceTrouble !== null)),
    )
  ) {
    return troubledIntervalMs;
  }
  return liveIntervalMs(from, to);
}

export function overviewQuery(ask: OverviewAsk) {
  const { deployment = null } = ask;
  return queryOptions({
    queryKey: ["overview", ask.from, ask.to, deployment],
    queryFn: ({ signal }) =>
      fetchJson<OverviewResponse>("/api/v1/overview", {
        query: { from: ask.from, to: ask.to, ...(deployment === null ? {} : { deployment }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => intervalMs(query.state.data, query.state.error, ask),
  });
}
