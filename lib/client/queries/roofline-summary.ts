/** Every deployment's roofline in a line: asked after the rows it stands in, and less often than they are. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RooflineSummaryResponse } from "@/lib/contracts/roofline-summary";
import { fetchJson } from "@/lib/client/fetch-json";
import { liveIntervalMs, pendingIntervalMs } from "@/lib/client/polling";
import { retryDelayMs } from "@/lib/client/retry";

export interface RooflineSummaryQueryParams {
  readonly from: string;
  /** It speaks for the five minutes before. */
  readonly to: string;
  readonly live: boolean;
}

/** Its points are of five minutes: they need not be read each time a row is. */
const minIntervalMs = 15_000;

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
