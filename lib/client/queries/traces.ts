/** The list of traces, and one trace. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  SpanResponse,
  TraceResponse,
  tracesContract,
  TracesResponse,
} from "@/lib/contracts/traces/traces";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { liveIntervalMs, retryIntervalMs } from "@/lib/client/polling";
import { retryDelayMs } from "@/lib/client/retry";
import { pickConditions, type StudyState } from "@/lib/client/study-url";
import { createTraceUrl } from "@/lib/client/trace-url";
import { toTraceView } from "@/lib/client/trace-view";

/** Deployment, window and conditions of the trace lists. */
export interface TracesQueryParams {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
  readonly studyState: StudyState;
}

/** Shortest polling interval. A list that a person reads must not change every five seconds. */
const minIntervalMs = 15_000;

/** Returns whether both lists are empty. Empty lists are polled more often, so that the first trace is visible soon. */
function isEmpty({ newest, slowest }: TracesResponse): boolean {
  return (newest?.traces.length ?? 0) + (slowest?.traces.length ?? 0) === 0;
}

/** Creates the query for the trace lists of a deployment. */
export function tracesQuery(params: TracesQueryParams) {
  const { deployment, from, to, live } = params;
  const conditions = Object.entries(pickConditions(params.studyState)).filter(([, value]) => value !== null);
  return endpointQuery<typeof tracesContract>(
    "/api/v1/traces",
    { deployment, from, to, ...Object.fromEntries(conditions) },
    {
      // If the source fails, the previous lists stay visible. A page without them shows the last lists of the server.
      problemOf: ({ problem, newest }) => (newest === null ? problem : null),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => {
        if (state.status === "error") return retryDelayMs(state.error);
        if ((state.data?.problem ?? null) !== null) return retryIntervalMs;
        const intervalMs = live ? liveIntervalMs(from, to) : false;
        if (intervalMs === false || state.data === undefined || isEmpty(state.data)) return intervalMs;
        return Math.max(minIntervalMs, intervalMs);
      },
    },
  );
}

/** Whether span times are displayed as recorded or corrected for clock skew. */
export type ClockMode = TraceResponse["clock"]["mode"];

/** Creates the query for one trace. `deployment` selects the phase rules. */
export function traceQuery(traceId: string, clock: ClockMode, deployment: string | null) {
  return queryOptions({
    queryKey: ["trace", traceId, clock, deployment],
    queryFn: async ({ signal }) =>
      toTraceView(await fetchJson<TraceResponse>(createTraceUrl(traceId, { clock, deployment }), { signal })),
    // Comparing the columns of 50,000 spans with the previous ones takes longer than replacing them.
    structuralSharing: false,
    // The previous clock mode of the trace stays visible while the new one loads.
    placeholderData: keepPreviousData,
    // A complete trace does not change.
    staleTime: 60_000,
    refetchInterval: (query) => (query.state.status === "error" ? retryDelayMs(query.state.error) : false),
  });
}

/** Creates a function that reads the details of single spans of a trace. */
export function createSpanReader(traceId: string) {
  return {
    queryKey: [traceId],
    readSpan: (spanId: string, signal: AbortSignal): Promise<SpanResponse> =>
      fetchJson<SpanResponse>(`/api/v1/traces/${traceId}/spans/${spanId}`, { signal }),
  };
}
