/** What a statistic usually is, hour by hour; changes once an hour. */
import { queryOptions } from "@tanstack/react-query";
import type { UsualRangeResponse } from "@/lib/contracts/usual-range";
import { fetchJson } from "@/lib/client/fetch-json";
import { troubledIntervalMs } from "@/lib/client/polling";

export interface UsualRangeAsk {
  readonly deployment: string;
  readonly model: string | null;
  readonly instance: string | null;
  readonly signal: string;
  readonly statistic: string;
  readonly from: string;
  readonly to: string;
}

const restingIntervalMs = 600_000;

export function usualRangeQuery({ model, instance, ...ask }: UsualRangeAsk) {
  return queryOptions({
    queryKey: ["usual-range", ask.deployment, model, instance, ask.signal, ask.statistic, ask.from, ask.to],
    queryFn: ({ signal }) =>
      fetchJson<UsualRangeResponse>("/api/v1/usual-range", {
        query: {
          ...ask,
          ...(model === null ? {} : { model }),
          ...(instance === null ? {} : { instance }),
        },
        signal,
      }),
    staleTime: restingIntervalMs,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      state.data?.state === "pending" ? troubledIntervalMs : restingIntervalMs,
  });
}
