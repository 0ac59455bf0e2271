"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import type { TraceComparisonResponse } from "@/lib/contracts/traces/trace-comparison";
import { withViewComparison, useComparisonState, type ComparisonState } from "@/lib/client/comparison-url";
import { traceComparisonQuery } from "@/lib/client/queries/trace-analyses/trace-comparison";
import { useStudyState, type StudyState } from "@/lib/client/study-url";
import { useView, type ViewState } from "@/lib/client/url-state";
import { useSelectWorstDeployment } from "@/components/shared/scope/use-select-worst-deployment";
import { toTracesError, type TracesError } from "../traces-error";
import { useReportTracesFreshness } from "../use-report-freshness";

/** State of the URL and of the query of the comparison page. */
export interface ComparisonPageState {
  readonly view: ViewState;
  readonly comparison: ComparisonState;
  readonly conditions: StudyState;
  readonly setConditions: (change: Partial<StudyState>) => void;
  readonly changeComparison: (next: Partial<Nullable<ComparisonState>>) => void;
  /** Changes the display without adding an entry to the browser history. */
  readonly changeDisplay: (next: Partial<Pick<ComparisonState, "display" | "nodeOrder">>) => void;
  readonly answer: TraceComparisonResponse | undefined;
  readonly receivedAtMs: number;
  readonly error: TracesError | null;
  readonly isFetching: boolean;
  /** True if the displayed answer belongs to the previous request. */
  readonly isPreviousAnswer: boolean;
  readonly refetch: () => void;
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

/** Reads the comparison from the URL and loads its result. */
export function useTraceComparison(): ComparisonPageState {
  const [view, setView] = useView();
  const [urlState, setState] = useComparisonState();
  const [conditions, setConditions] = useStudyState();
  const state = withViewComparison(urlState, view.cmp, useSearchParams());
  useSelectWorstDeployment();
  const arePair = state.a.kind === "trace" && state.b.kind === "trace";
  const query = useQuery({
    ...traceComparisonQuery({
      deployment: view.d,
      from: view.from,
      to: view.to,
      live: view.live,
      comparison: state,
      studyState: conditions,
    }),
    enabled: view.d !== null || arePair,
  });
  const { data, dataUpdatedAt, error, isPlaceholderData } = query;
  useReportTracesFreshness(query);
  return {
    view,
    comparison: state,
    conditions,
    setConditions: (change) => void setConditions(change),
    changeComparison: (next) => {
      void setState(next);
      // The chosen groups replace the comparison window of the view.
      if (next.a !== undefined && view.cmp !== null) void setView({ cmp: null });
    },
    changeDisplay: (next) => void setState(next, { history: "replace" }),
    answer: data,
    receivedAtMs: dataUpdatedAt,
    error: toTracesError(error, "every ten seconds"),
    isFetching: query.isFetching,
    isPreviousAnswer: isPlaceholderData,
    refetch: () => void query.refetch(),
  };
}
