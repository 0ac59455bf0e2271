/** Two groups of requests against each other. Thousands are read for it, so it is asked for seldom and shown with its age. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { TraceComparisonResponse } from "@/lib/contracts/trace-comparison";
import { comparisonAsked, type ComparisonState } from "@/lib/client/comparison-url";
import { fetchJson, ProblemError } from "@/lib/client/fetch-json";
import { liveIntervalMs } from "@/lib/client/polling";
import type { StudyState } from "@/lib/client/study-url";

export interface TraceComparisonAsk {
  readonly deployment: string | null;
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
  readonly state: ComparisonState;
  readonly conditions: StudyState;
}

const readAgainMs = 60_000;
const troubledMs = 10_000;

export function traceComparisonQuery({ deployment, from, to, live, state, conditions }: TraceComparisonAsk) {
  const asked = { deployment: deployment ?? undefined, from, to, ...comparisonAsked(state, conditions) };
  return queryOptions({
    queryKey: ["trace-comparison", asked],
    queryFn: ({ signal }) =>
      fetchJson<TraceComparisonResponse>("/api/v1/traces/comparison", { query: asked, signal }),
    placeholderData: keepPreviousData,
    staleTime: readAgainMs,
    refetchOnWindowFocus: false,
    retry: false,
    refetchInterval: ({ state: { status, error } }) => {
      if (status === "error") return isForGood(error) ? false : troubledMs;
      return live && liveIntervalMs(from, to) !== false ? readAgainMs : false;
    },
  });
}

/** A trace that is gone stays gone. */
function isForGood(error: unknown): boolean {
  return (
    error instanceof ProblemError &&
    (error.problem.code === "invalid-input" || error.problem.code === "not-found")
  );
}
