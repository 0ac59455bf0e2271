/** Service graph of the requests. It reads hundreds of traces, so it is refreshed rarely. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { TraceFlowResponse } from "@/lib/contracts/traces/trace-flow";
import { fetchJson } from "@/lib/client/fetch-json";
import { liveIntervalMs } from "@/lib/client/polling";
import { pickConditions, type StudyState } from "@/lib/client/study-url";
import { isPermanentRefusal } from "@/lib/client/retry";

/** Deployment, window and conditions of the service map. */
export interface TraceFlowQueryParams {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
  readonly viewComparison: string | null;
  readonly live: boolean;
  readonly studyState: StudyState;
}

const refreshMs = 60_000;
/** Polling interval after a failure. A shorter one would read thousands of traces every few seconds. */
const retryMs = 10_000;

/** Creates the query for the services and calls of a deployment. */
export function traceFlowQuery({
  deployment,
  from,
  to,
  viewComparison,
  live,
  studyState,
}: TraceFlowQueryParams) {
  return queryOptions({
    queryKey: ["trace-flow", deployment, from, to, viewComparison, studyState],
    queryFn: ({ signal }) =>
      fetchJson<TraceFlowResponse>("/api/v1/traces/flow", {
        query: { deployment, from, to, cmp: viewComparison, n: studyState.n, ...pickConditions(studyState) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: refreshMs,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      if (state.status === "error") return isPermanentRefusal(state.error) ? false : retryMs;
      if (state.data !== undefined && isIncomplete(state.data)) return retryMs;
      return live && liveIntervalMs(from, to) !== false ? refreshMs : false;
    },
  });
}

/** Returns whether a source failed, or the metrics are still being read. */
function isIncomplete({ problem, flow }: TraceFlowResponse): boolean {
  const scale = flow?.retrieval.scale;
  return problem !== null || (scale?.kind === "traces-only" && scale.isPending);
}
