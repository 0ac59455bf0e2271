/** Analysis of many traces. It reads thousands of traces, so it is refreshed rarely and shown with its age. */
import { queryOptions } from "@tanstack/react-query";
import type { TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import { fetchJson, ProblemError } from "@/lib/client/fetch-json";
import { liveIntervalMs } from "@/lib/client/polling";
import { isPermanentRefusal } from "@/lib/client/retry";
import type { StudyState } from "@/lib/client/study-url";

/** Deployment, window and conditions of an analysis of many requests. */
export interface TraceStudyQueryParams {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
  readonly studyState: StudyState;
}

const refreshMs = 60_000;
/** Polling interval after a failure. A shorter one would read thousands of traces every few seconds. */
const retryMs = 10_000;

/** Creates the query for the analysis of many requests of a deployment. */
export function traceStudyQuery({ deployment, from, to, live, studyState }: TraceStudyQueryParams) {
  const isLive = live && liveIntervalMs(from, to) !== false;
  return queryOptions({
    queryKey: ["trace-study", deployment, from, to, studyState],
    queryFn: async ({ signal }) => {
      const answer = await fetchJson<TraceStudyResponse>("/api/v1/traces/study", {
        query: { deployment, from, to, ...studyState },
        signal,
      });
      // If the source fails, the previous result stays visible. A page without one shows the last result of the server.
      if (answer.problem !== null && answer.study === null) throw new ProblemError(answer.problem);
      return answer;
    },
    // The previous result of another deployment must not be shown for this one.
    placeholderData: (before, query) => (query?.queryKey[1] === deployment ? before : undefined),
    staleTime: isLive ? refreshMs : Infinity,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      if (state.status === "error") return isPermanentRefusal(state.error) ? false : retryMs;
      if ((state.data?.problem ?? null) !== null) return retryMs;
      const metrics = state.data?.study?.metrics;
      if (metrics?.kind === "unavailable" && metrics.isPending) return retryMs;
      return isLive ? refreshMs : false;
    },
  });
}
