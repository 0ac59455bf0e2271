"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { tracesQuery } from "@/lib/client/queries/traces";
import { useStudyState, type StudyState } from "@/lib/client/study-url";
import { useView, toZoomParameters } from "@/lib/client/url-state";
import { cn } from "@/components/ui/cn";
import { Age } from "@/components/shared/age";
import { useSelectWorstDeployment } from "@/components/shared/scope/use-select-worst-deployment";
import { toDurationConditions } from "./study/trace-conditions";
import { Conditions } from "./study/conditions";
import { ScatterFrame } from "./study/scatter-frame";
import { FileDrop } from "./file/file-drop";
import { findSlowestTrace } from "@/lib/sentences/traces/trace-orders";
import { OpenedFile } from "./file/opened-file";
import { useOpenedFile } from "./file/use-opened-file";
import { ListHeadline } from "./list/list-headline";
import { TraceListing } from "./list/trace-listing";
import { toTracesError } from "./traces-error";
import { TracesTabs } from "./traces-tabs";
import { TracesPageError } from "./traces-page-error";
import { RowsSkeleton } from "./trace/rows-skeleton";
import { useReportTracesFreshness } from "./use-report-freshness";

/** Loaded after the list because it needs many more traces. */
const ScatterFigure = dynamic(() => import("./study/scatter-figure").then((module) => module.ScatterFigure), {
  ssr: false,
  loading: () => <ScatterFrame problem={null} />,
});

/** Shows the newest and slowest traces of a window. */
export function TracesPage() {
  const [view, setView] = useView();
  const { data: listed } = useQuery(listedDeploymentsQuery);
  useSelectWorstDeployment();
  const [conditions, setConditions] = useStudyState();
  const pageState = {
    conditions,
    setConditions: (change: Partial<StudyState>) => void setConditions(change),
  };
  const request = {
    deployment: view.d ?? "",
    from: view.from,
    to: view.to,
    live: view.live,
    studyState: conditions,
  };
  const query = useQuery({
    ...tracesQuery(request),
    enabled: view.d !== null,
  });
  const { data, dataUpdatedAt, error, refetch, isPlaceholderData } = query;
  useReportTracesFreshness(query);
  const title = listed?.deployments.find((one) => one.slug === view.d)?.title ?? view.d ?? "";
  const problem = toTracesError(error, "every two seconds") ?? data?.problem ?? null;
  const opened = useOpenedFile();
  if (opened.state.kind === "open") return <OpenedFile fileControl={opened} file={opened.state} />;
  return (
    <FileDrop fileControl={opened} className={cn(isPlaceholderData && "opacity-60")}>
      <ListHeadline title={title} data={data} view={view} problem={problem} />
      <TracesTabs />
      <Conditions
        key={JSON.stringify(conditions)}
        pageState={{ ...pageState, services: data?.services ?? [] }}
        hasTraceLimit={false}
      />
      {problem !== null && <TracesPageError problem={problem} onRetry={() => void refetch()} />}
      {problem !== null && data !== undefined && (
        // Outside the alert, which would announce the changing age every second.
        <p className="pb-2.5 text-xs text-ink-2">
          The results below were loaded{" "}
          <Age atMs={data.asOfMs} asOfMs={data.serverNowMs ?? data.asOfMs} receivedAtMs={dataUpdatedAt} />.
        </p>
      )}
      <div className={cn(problem !== null && "opacity-60")}>
        {view.d !== null && (problem === null || data !== undefined) && (
          <ScatterFigure
            request={request}
            view={view}
            listAsOfMs={data === undefined || isPlaceholderData ? null : data.asOfMs}
            slowestListedNs={data === undefined ? null : (findSlowestTrace(data)?.durationNs ?? null)}
            onZoom={(area) => {
              void setView(toZoomParameters(area.startMs, area.endMs));
              pageState.setConditions(toDurationConditions(area));
            }}
          />
        )}
        {data === undefined && problem === null && <RowsSkeleton label="Loading traces" />}
        {data !== undefined && (
          <TraceListing
            data={data}
            question={isPlaceholderData ? null : JSON.stringify(request)}
            view={view}
            pageState={pageState}
            onTab={(tab) => void setView({ tab: tab === "newest" ? null : tab }, { history: "replace" })}
          />
        )}
      </div>
    </FileDrop>
  );
}
