/** What a statistic usually is, hour by hour; changes once an hour. */
import { queryOptions } from "@tanstack/react-query";
import type { UsualRangeAnswer } from "@/lib/contracts/usual-ranges";
import { troubledIntervalMs } from "@/lib/client/polling";
import { askUsualRange, type UsualRangeAsk } from "./usual-ranges-batch";

const restingIntervalMs = 600_000;

export function usualRangeQuery(ask: UsualRangeAsk) {
  const { scope, signal, statistic } = ask;
  return queryOptions<UsualRangeAnswer>({
    queryKey: ["usual-range", scope, signal, statistic],
    queryFn: () => askUsualRange(ask),
    staleTime: restingIntervalMs,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      state.data?.state === "pending" || state.data?.state === "failed"
        ? troubledIntervalMs
        : restingIntervalMs,
  });
}
