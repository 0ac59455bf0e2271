/**
 * Comparison of two groups of requests. It reads thousands of traces, so it is refreshed rarely and shown with its
 * age.
 */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { TraceComparisonResponse } from "@/lib/contracts/traces/trace-comparison";
import { toComparisonQuery, type ComparisonState } from "@/lib/client/comparison-url";
import { fetchJson, ProblemError } from "@/lib/client/fetch-json";
import { liveIntervalMs } from "@/lib/client/polling";
import { isPermanentRefusal } from "@/lib/client/retry";
import type { StudyState } from "@/lib/client/study-url";

/** Groups, window and conditions of a comparison of requests. */
export interface TraceComparisonQueryParams {
  readonly deployment: string | null;
  readonly from: string;
  readonly to: string;
  readonly live: boolean;
  readonly comparison: ComparisonState;
  readonly studyState: StudyState;
}

const refreshMs = 60_000;
const retryMs = 10_000;

/** Creates the query for the comparison of two groups of requests. */
export function traceComparisonQuery({
  deployment,
  from,
  to,
  live,
  comparison,
  studyState,
}: TraceComparisonQueryParams) {
  const parameters = {
    deployment,
    from,
    to,
    ...toComparisonQuery(comparison, studyState),
  };
  return queryOptions({
    queryKey: ["trace-comparison", parameters],
    queryFn: ({ signal }) =>
      fetchJson<TraceComparisonResponse>("/api/v1/traces/comparison", { query: parameters, signal }),
    placeholderData: keepPreviousData,
    staleTime: refreshMs,
    refetchOnWindowFocus: false,
    retry: false,
    refetchInterval: ({ state: { status, error } }) => {
      if (status === "error") return isPermanentFailure(error) ? false : retryMs;
      return live && liveIntervalMs(from, to) !== false ? refreshMs : false;
    },
  });
}

/** Returns whether a repeated request would fail too: a compared trace that does not exist will not exist later. */
function isPermanentFailure(error: unknown): boolean {
  return isPermanentRefusal(error) || (error instanceof ProblemError && error.problem.code === "not-found");
}
