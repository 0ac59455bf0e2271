"use client";

import { useQuery } from "@tanstack/react-query";
import type { TraceFlowResponse } from "@/lib/contracts/traces/trace-flow";
import { traceFlowQuery } from "@/lib/client/queries/trace-analyses/trace-flow";
import { useStudyState } from "@/lib/client/study-url";
import { useView } from "@/lib/client/url-state";
import { cn } from "@/components/ui/cn";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { CompareMenu } from "@/components/shared/comparison/compare-menu";
import { formatComparedWindow } from "@/components/shared/comparison/compared-window";
import { SentenceText } from "@/components/shared/sentence-text";
import { useSelectWorstDeployment } from "@/components/shared/scope/use-select-worst-deployment";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { toTracesError, type TracesError } from "../traces-error";
import { TracesTabs } from "../traces-tabs";
import { TracesPageError, useTracesErrorTitle } from "../traces-page-error";
import { createTraceFlowSubject } from "../evidence/trace-flow-subject";
import { Conditions } from "../study/conditions";
import { MoreTraces } from "../study/more-traces";
import { useReportTracesFreshness } from "../use-report-freshness";
import { FlowBody } from "./flow-body";
import { FlowSkeleton } from "./flow-skeleton";

/** Shows the services that requests pass and the cost of each call, optionally with a comparison window. */
export function FlowPage() {
  const [view, setView] = useView();
  const timeZone = useTimeZone();
  const [conditions, setConditions] = useStudyState();
  useSelectWorstDeployment();
  const query = useQuery({
    ...traceFlowQuery({
      deployment: view.d ?? "",
      from: view.from,
      to: view.to,
      viewComparison: view.cmp,
      live: view.live,
      studyState: conditions,
    }),
    enabled: view.d !== null,
  });
  const { data, error, refetch, isPlaceholderData } = query;
  useReportTracesFreshness(query);
  const problem = flowError(data, error);
  const errorTitle = useTracesErrorTitle(problem);
  const { flow = null, compared = null } = data ?? {};
  const label =
    compared === null || view.cmp === null ? null : formatComparedWindow(compared.window, view.cmp, timeZone);
  return (
    <div className={cn(isPlaceholderData && "opacity-60")}>
      <h1 className="max-w-[1040px] pb-3 text-2xl font-medium tracking-[-0.01em] text-ink-2">
        {errorTitle !== null && <span className="font-semibold text-ink">{errorTitle}</span>}
        {problem === null && data === undefined && (
          <span className="font-semibold text-ink">Flow of requests</span>
        )}
        {problem === null && data !== undefined && <SentenceText sentence={data.headline} />}
      </h1>
      <TracesTabs />
      <div className="flex flex-wrap items-start justify-between gap-x-4 pb-2">
        <Conditions
          key={JSON.stringify(conditions)}
          pageState={{
            conditions,
            setConditions: (change) => void setConditions(change),
            services: data?.services ?? [],
          }}
        />
        <div className="flex flex-wrap items-start gap-2">
          {data !== undefined && flow !== null && !isPlaceholderData && (
            <KeepAsEvidenceButton createSubject={() => createTraceFlowSubject(data, view, conditions)} />
          )}
          <CompareMenu
            comparison={view.cmp}
            error={overlapError(data, view.cmp)}
            from={view.from}
            onChoose={(cmp) => void setView({ cmp })}
          />
        </div>
      </div>
      {problem !== null && <TracesPageError problem={problem} onRetry={() => void refetch()} />}
      {problem === null && data === undefined && <FlowSkeleton />}
      {flow !== null && (
        <FlowBody
          flow={flow}
          compared={compared}
          comparedWindowLabel={label}
          moreTraces={<MoreTraces retrieval={flow.retrieval} />}
        />
      )}
    </div>
  );
}

function flowError(data: TraceFlowResponse | undefined, error: Error | null): TracesError | null {
  return data === undefined ? toTracesError(error, "automatically") : data.problem;
}

function overlapError(data: TraceFlowResponse | undefined, cmp: string | null): string | null {
  if (cmp === null || data === undefined || data.problem !== null || data.compared !== null) return null;
  return "The comparison window would overlap this window, so nothing is compared.";
}
