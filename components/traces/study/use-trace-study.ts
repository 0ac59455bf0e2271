"use client";

import { useQuery } from "@tanstack/react-query";
import type { TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import { ProblemError } from "@/lib/client/fetch-json";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { traceStudyQuery } from "@/lib/client/queries/trace-analyses/trace-study";
import { useStudyState, type StudyState } from "@/lib/client/study-url";
import { useView, type ViewState } from "@/lib/client/url-state";
import { useSelectWorstDeployment } from "@/components/shared/scope/use-select-worst-deployment";
import { toTracesError, type TracesError } from "../traces-error";
import { useReportTracesFreshness } from "../use-report-freshness";

/** View and conditions to which the values of a study link. */
export interface StudyLinks {
  readonly view: Pick<ViewState, "d" | "from" | "to" | "live">;
  readonly conditions: StudyState;
  /** Trace services of the deployment. */
  readonly services: readonly string[];
}

/** State of the URL and of the query of a page about many requests. */
export interface StudyPageState extends StudyLinks {
  readonly view: ViewState;
  readonly setConditions: (change: Partial<StudyState>) => void;
  /** Title of the deployment. */
  readonly title: string;
  readonly answer: TraceStudyResponse | undefined;
  readonly receivedAtMs: number;
  /** `isStale` is true if the page still shows an earlier result. */
  readonly error: (TracesError & { readonly isStale: boolean }) | null;
  readonly isFetching: boolean;
  /** True if the displayed answer belongs to the previous request. */
  readonly isPreviousAnswer: boolean;
  readonly refetch: () => void;
}

/** Loads the analysis of many requests for the current view. */
export function useTraceStudy(): StudyPageState {
  const [view] = useView();
  const [conditions, setConditions] = useStudyState();
  const { data: listed } = useQuery(listedDeploymentsQuery);
  useSelectWorstDeployment();
  const query = useQuery({
    ...traceStudyQuery({
      deployment: view.d ?? "",
      from: view.from,
      to: view.to,
      live: view.live,
      studyState: conditions,
    }),
    enabled: view.d !== null,
  });
  const { data, dataUpdatedAt, error, isPlaceholderData } = query;
  const problem = data?.problem ?? null;
  const failure = error ?? (problem === null ? null : new ProblemError(problem));
  const tracesError = toTracesError(failure, "every ten seconds");
  useReportTracesFreshness(query);
  return {
    view,
    conditions,
    services: data?.services ?? [],
    setConditions: (change) => void setConditions(change),
    title: listed?.deployments.find((one) => one.slug === view.d)?.title ?? view.d ?? "",
    answer: data,
    receivedAtMs: dataUpdatedAt,
    error: tracesError === null ? null : { ...tracesError, isStale: data !== undefined },
    isFetching: query.isFetching,
    isPreviousAnswer: isPlaceholderData,
    refetch: () => void query.refetch(),
  };
}
