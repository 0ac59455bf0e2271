/** The list of traces and one trace. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SpanResponse, TraceResponse, TracesResponse } from "@/lib/contracts/traces";
import { fetchJson } from "@/lib/client/fetch-json";
import { liveIntervalMs, troubledIntervalMs } from "@/lib/client/polling";
import { askedAgainMs } from "@/lib/client/refusal";
import { conditionsAsked, type StudyState } from "@/lib/client/study-url";
import { traceAddress } from "@/lib/client/trace-address";
import { toTraceView } from "@/lib/client/trace-view";

export interface TracesAsk {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
  readonly conditions: StudyState;
}

/** A list one reads through must not jump every five seconds. */
const leastIntervalMs = 15_000;

function isTroubled(data: TracesResponse | undefined): boolean {
  return data !== undefined && data.problem !== null;
}

export function tracesQuery(ask: TracesAsk) {
  const { deployment, from, to, live } = ask;
  const conditions = conditionsAsked(ask.conditions);
  return queryOptions({
    queryKey: ["traces", deployment, from, to, conditions],
    queryFn: ({ signal }) =>
      fetchJson<TracesResponse>("/api/v1/traces", {
        query: { deployment, from, to, ...conditions },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => {
      if (query.state.status === "error") return askedAgainMs(query.state.error);
      if (isTroubled(query.state.data)) return troubledIntervalMs;
      const intervalMs = live ? liveIntervalMs(from, to) : false;
      return intervalMs === false ? false : Math.max(leastIntervalMs, intervalMs);
    },
  });
}

export type ClockMode = TraceResponse["clock"]["mode"];

/** `deployment` is whose rules say what its spans mean. */
export function traceQuery(traceId: string, clock: ClockMode, deployment: string | null) {
  return queryOptions({
    queryKey: ["trace", traceId, clock, deployment],
    queryFn: async ({ signal }) =>
      toTraceView(await fetchJson<TraceResponse>(traceAddress(traceId, { clock, deployment }), { signal })),
    // Columns of 50,000 spans: to compare them with those before costs more than to take them.
    structuralSharing: false,
    // The other reading of the same trace stays on screen while this one comes.
    placeholderData: keepPreviousData,
    // A finished trace does not change.
    staleTime: 60_000,
    refetchInterval: (query) => (query.state.status === "error" ? askedAgainMs(query.state.error) : false),
  });
}

/** Reads what single spans of a trace say of themselves. */
export function spanReader(traceId: string) {
  return {
    key: [traceId],
    read: (spanId: string, signal: AbortSignal): Promise<SpanResponse> =>
      fetchJson<SpanResponse>(`/api/v1/traces/${traceId}/spans/${spanId}`, { signal }),
  };
}
