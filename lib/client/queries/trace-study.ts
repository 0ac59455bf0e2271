/** What many traces tell. Thousands are read for it, so it is asked for seldom and shown with its age. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { TraceStudyResponse } from "@/lib/contracts/trace-study";
import { fetchJson } from "@/lib/client/fetch-json";
import { liveIntervalMs } from "@/lib/client/polling";
import { isRefusedForGood } from "@/lib/client/refusal";
import { studyAsked, type StudyState } from "@/lib/client/study-url";

export interface TraceStudyAsk {
  readonly deployment: string;
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
  readonly conditions: StudyState;
}

const readAgainMs = 60_000;
/** A source that is back is seen soon; thousands of traces are not asked of one every two seconds. */
const troubledMs = 10_000;

export function traceStudyQuery({ deployment, from, to, live, conditions }: TraceStudyAsk) {
  return queryOptions({
    queryKey: ["trace-study", deployment, from, to, conditions],
    queryFn: ({ signal }) =>
      fetchJson<TraceStudyResponse>("/api/v1/traces/study", {
        query: { deployment, from, to, ...studyAsked(conditions) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: readAgainMs,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      if (state.status === "error") return isRefusedForGood(state.error) ? false : troubledMs;
      if (state.data !== undefined && state.data.problem !== null) return troubledMs;
      return live && liveIntervalMs(from, to) !== false ? readAgainMs : false;
    },
  });
}
