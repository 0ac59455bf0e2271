/** Variation of a statistic between windows of one length at equal load. It is requested after the panels. */
import { queryOptions } from "@tanstack/react-query";
import type {
  BetweenWindowsSpread,
  WindowSpreadsRequest,
  WindowSpreadsResponse,
} from "@/lib/contracts/ranges/window-spreads";
import { fetchJson } from "@/lib/client/fetch-json";
import { retryIntervalMs } from "@/lib/client/polling";
import { retryDelayMs } from "@/lib/client/retry";
import { maxWindowSpreads } from "@/lib/model/request-limits";
import { createSeriesBatcher, type SeriesParams } from "./series-batch";

type Scope = Omit<WindowSpreadsRequest, "series">;

const fetchWindowSpread = createSeriesBatcher<Scope, BetweenWindowsSpread>({
  maxSeries: maxWindowSpreads,
  sendRequest: async (scope, series) => {
    const body: WindowSpreadsRequest = { ...scope, series };
    const { spreads } = await fetchJson<WindowSpreadsResponse>("/api/v1/window-spreads", {
      method: "POST",
      body,
    });
    return spreads;
  },
});

/**
 * Creates the query for how much a statistic varies between windows. It is read once per window, and again while the
 * history is being read or after a failure.
 */
export function windowSpreadQuery(params: SeriesParams<Scope>) {
  const { scope, signal, statistic } = params;
  const { window, ...rest } = scope;
  const lengthMs = Number(window.to) - Number(window.from);
  const comparison = JSON.stringify([rest, lengthMs, signal, statistic]);
  return queryOptions<BetweenWindowsSpread>({
    queryKey: ["window-spread", comparison, window.to],
    queryFn: () => fetchWindowSpread(params),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    // While a window moves, the previous margin is displayed until the next one is known.
    placeholderData: (known, query) => (query?.queryKey[1] === comparison ? known : undefined),
    refetchInterval: ({ state: { status, error, data } }) => {
      if (status === "error") return retryDelayMs(error);
      return data?.state === "pending" || data?.state === "failed" ? retryIntervalMs : false;
    },
  });
}
