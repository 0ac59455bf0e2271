/** Usual range of a statistic per hour. It changes once an hour. */
import { queryOptions } from "@tanstack/react-query";
import type { UsualRangeOutcome } from "@/lib/contracts/usual-ranges";
import { retryIntervalMs } from "@/lib/client/polling";
import { fetchUsualRange, type UsualRangeQueryParams } from "./usual-ranges-batch";

const refreshMs = 600_000;

export function usualRangeQuery(params: UsualRangeQueryParams) {
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
