/** What many traces tell. Thousands are read for it, so it is asked for seldom and shown with its age. */
import { queryOptions } from "@tanstack/react-query";
import type { TraceStudyResponse } from "@/lib/contracts/trace-study";
import { fetchJson, ProblemError } from "@/lib/client/fetch-json";
import { liveIntervalMs } from "@/lib/client/polling";
import { isPermanentRefusal } from "@/lib/client/retry";
import { studyParameters, type StudyState } from "@/lib/client/study-url";

export interface TraceStudyQueryParams {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
  readonly conditions: StudyState;
}

const refreshMs = 60_000;
/** A source that is back is seen soon; thousands of traces are not asked of one every two seconds. */
const retryMs = 10_000;

export function traceStudyQuery({ deployment, from, to, live, conditions }: TraceStudyQueryParams) {
  const isLive = live && liveIntervalMs(from, to) !== false;
  return queryOptions({
    queryKey: ["trace-study", deployment, from, to, conditions],
    queryFn: async ({ signal }) => {
      const answer = await fetchJson<TraceStudyResponse>("/api/v1/traces/study", {
        query: { deployment, from, to, ...studyParameters(conditions) },
        signal,
      });
      // A source that fails leaves what was read before on screen.
      if (answer.problem !== null) throw new ProblemError(answer.problem);
      return answer;
    },
    // What another deployment's traces tell would be read as this one's.
    placeholderData: (before, query) => (query?.queryKey[1] === deployment ? before : undefined),
    staleTime: isLive ? refreshMs : Infinity,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      if (state.status === "error") return isPermanentRefusal(state.error) ? false : retryMs;
      return isLive ? refreshMs : false;
    },
  });
}
