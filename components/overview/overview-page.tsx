"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { OverviewResponse, OverviewRow } from "@/lib/contracts/overview";
import { ProblemError } from "@/lib/client/fetch-json";
import { overviewQuery } from "@/lib/client/queries/overview";
import { useView, type ViewState } from "@/lib/client/url-state";
import { Button } from "@/components/ui/button";
import { useFreshness } from "@/components/layout/freshness";
import { NoticeLine } from "@/components/shared/notice-line";
import { createPartLinker } from "@/components/shared/scope/signals-link";
import { SentenceText } from "@/components/shared/sentence-text";
import { ShapeMark } from "@/components/shared/status-mark";
import { FleetFacts } from "./fleet-facts";
import { FleetTable } from "./fleet-table";
import { sortRows } from "./sort-rows";
import { UnknownDeployment } from "./unknown-deployment";

/** Overview of all deployments: a summary sentence and a table. */
export function OverviewPage() {
  const [view, setView] = useView();
  const { data, dataUpdatedAt, error, refetch, isPlaceholderData } = useQuery(overviewQuery(view));
  const { setFreshness } = useFreshness();
  useEffect(() => {
    // Placeholder data belongs to the previous window, whose freshness is already shown.
    if (data === undefined || isPlaceholderData) return;
    // The top bar, outside this page, displays the freshness.
    setFreshness({
      asOfMs: findOldestDataMs(data),
      serverNowMs: data.asOfMs,
      receivedAtMs: dataUpdatedAt,
      isStale: error !== null || data.deployments.some(isStale),
    });
  }, [data, dataUpdatedAt, isPlaceholderData, error, setFreshness]);
  if (data === undefined)
    return error === null ? (
      <OverviewSkeleton />
    ) : (
      <Unreadable error={error} onRetry={() => void refetch()} />
    );
  return (
    <div className={isPlaceholderData ? "opacity-60" : undefined}>
      <UnknownDeployment />
      <Headline data={data} view={view} />
      {error !== null && (
        <p role="alert" className="mt-3 flex items-center gap-2 text-bad">
          <ShapeMark shape="failed" />
          {endSentence(error.message)} The last response is still shown.
        </p>
      )}
      {data.deployments.length === 0 ? (
        <NothingFound />
      ) : (
        <FleetTable
          rows={sortRows(data.deployments, view.sort)}
          fleet={data.fleet}
          asOfMs={data.asOfMs}
          windowMs={data.window.endMs - data.window.startMs}
          view={view}
          onSort={(sort) => void setView({ sort: sort === "status" ? null : sort }, { history: "replace" })}
        />
      )}
    </div>
  );
}

const isStale = (row: OverviewRow): boolean =>
  row.state === "failed" || (row.state === "judged" && (row.stale !== null || row.sourceError !== null));

function findOldestDataMs(data: OverviewResponse): number {
  return Math.min(
    data.asOfMs,
    ...data.deployments.map((row) => (row.state === "judged" ? row.asOfMs : data.asOfMs)),
  );
}

function Headline({ data, view }: { readonly data: OverviewResponse; readonly view: ViewState }) {
  return (
    <header className="pb-6">
      <h1
        // The headline has about as many lines while rows are loading, so that the table does not move.
        className="min-h-[132px] max-w-[1040px] text-2xl font-medium tracking-[-0.01em] text-ink-2 lg:min-h-[99px] xl:min-h-[66px]"
      >
        <SentenceText sentence={data.headline} hrefFor={createPartLinker(view, data.asOfMs)} />
      </h1>
      <FleetFacts data={data} />
      <NoticeLine />
    </header>
  );
}

function NothingFound() {
  return (
    <section className="flex max-w-xl flex-col gap-2 border-t border-rule py-6">
      <h2 className="text-md font-semibold">No deployments found yet.</h2>
      <p className="text-ink-2">
        Every few seconds, Ridgepoint queries Prometheus for metrics of serving engines, such as{" "}
        <code className="font-mono">vllm:num_requests_running</code>. Check under Settings › Sources that
        Prometheus responds, and on the Targets page of Prometheus that it scrapes the engine.
      </p>
    </section>
  );
}

function Unreadable({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const next = error instanceof ProblemError ? error.problem.next : "Ridgepoint retries every two seconds.";
  return (
    <section role="alert" className="flex max-w-xl flex-col items-start gap-2 py-10">
      <h1 className="text-xl font-semibold">The overview could not be loaded.</h1>
      <p className="text-ink-2">{error.message}</p>
      <p className="text-ink-2">{next}</p>
      <Button onClick={onRetry}>Try again</Button>
    </section>
  );
}

function OverviewSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-4">
      <span className="sr-only">Loading the overview</span>
      <div className="h-8 w-3/4 max-w-[880px] rounded-sm bg-rule" />
      <div className="h-5 w-72 rounded-sm bg-rule" />
      {Array.from({ length: 5 }, (_, row) => (
        <div key={row} className="h-20 border-t border-rule pt-3">
          <div className="h-5 w-full rounded-sm bg-well" />
        </div>
      ))}
    </div>
  );
}
