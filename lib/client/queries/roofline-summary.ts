/** Roofline summary of every deployment, requested after the overview rows and less often. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RooflineSummaryResponse } from "@/lib/contracts/roofline/roofline-summary";
import { fetchJson } from "@/lib/client/fetch-json";
import { liveIntervalMs, pendingIntervalMs } from "@/lib/client/polling";
import { retryDelayMs } from "@/lib/client/retry";

/** Window of the roofline summary. */
export interface RooflineSummaryQueryParams {
  readonly from: string;
  /** The summary covers the five minutes before this time. */
  readonly to: string;
  readonly live: boolean;
}

/** Shortest polling interval. The points cover five minutes, so they are refreshed less often than the rows. */
const minIntervalMs = 15_000;

/** Creates the query for the roofline summary of all deployments. */
export function rooflineSummaryQuery({ from, to, live }: RooflineSummaryQueryParams) {
  return queryOptions({
    queryKey: ["roofline", "summary", to],
    queryFn: ({ signal }) =>
      fetchJson<RooflineSummaryResponse>("/api/v1/roofline/summary", { query: { to }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (state.status === "error") return retryDelayMs(state.error);
      if (state.data?.rows.some((row) => row.state === "pending")) return pendingIntervalMs;
      const interval = live ? liveIntervalMs(from, to) : false;
      return interval === false ? false : Math.max(minIntervalMs, interval);
    },
  });
}
