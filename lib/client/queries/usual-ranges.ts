/** Usual range of a statistic per hour. It changes once an hour. */
import { queryOptions } from "@tanstack/react-query";
import type {
  UsualRangeOutcome,
  UsualRangesRequest,
  UsualRangesResponse,
} from "@/lib/contracts/ranges/usual-ranges";
import { fetchJson } from "@/lib/client/fetch-json";
import { retryIntervalMs } from "@/lib/client/polling";
import { maxUsualRangeRequests } from "@/lib/model/request-limits";
import { createSeriesBatcher, type SeriesParams } from "./series-batch";

const refreshMs = 600_000;

type Scope = Omit<UsualRangesRequest, "series">;

const fetchUsualRange = createSeriesBatcher<Scope, UsualRangeOutcome>({
  maxSeries: maxUsualRangeRequests,
  sendRequest: async (scope, series) => {
    const body: UsualRangesRequest = { ...scope, series };
    const { ranges } = await fetchJson<UsualRangesResponse>("/api/v1/usual-ranges", { method: "POST", body });
    return ranges;
  },
});

/** Creates the query for the usual ranges of a statistic. */
export function usualRangeQuery(params: SeriesParams<Scope>) {
  const { scope, signal, statistic } = params;
  return queryOptions<UsualRangeOutcome>({
    queryKey: ["usual-range", scope, signal, statistic],
    queryFn: () => fetchUsualRange(params),
    staleTime: refreshMs,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      state.data?.state === "pending" || state.data?.state === "failed" ? retryIntervalMs : refreshMs,
  });
}
