"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useEffect } from "react";
import type { TracesResponse } from "@/lib/contracts/traces";
import type { Problem } from "@/lib/model/problem";
import { traceOrders } from "@/lib/model/trace-order";
import { ProblemError } from "@/lib/client/fetch-json";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { tracesQuery } from "@/lib/client/queries/traces";
import { useStudyState } from "@/lib/client/study-url";
import { linkTo, useView, type ViewState } from "@/lib/client/url-state";
import { formatCount, formatEdge, formatNumber, thinSpace } from "@/lib/format/number";
import { toSentence } from "@/lib/format/sentence";
import { formatNanoseconds } from "@/lib/format/time";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useFreshness } from "@/components/layout/freshness";
import { Age } from "@/components/shared/age";
import { ShapeMark } from "@/components/shared/status-mark";
import { useMostInTrouble } from "@/components/shared/use-most-in-trouble";
import { listed, orders, slowestRead } from "./trace-orders";
import { Conditions } from "./study/conditions";
import { FileDrop } from "./file-drop";
import { OpenedFile } from "./opened-file";
import { useOpenedFile } from "./use-opened-file";
import { RoomTabs } from "./room-tabs";
import { TraceTable } from "./trace-table";

/** It reads many more traces than the list, and comes after it. */
const ScatterFigure = dynamic(() => import("./study/scatter-figure").then((module) => module.ScatterFigure), {
  ssr: false,
});

/** The newest traces of a window and the slowest of those read, with how they were asked for. */
export function TracesPage() {
  const [view, setView] = useView();
  const { data: known } = useQuery(listedDeploymentsQuery);
  useMostInTrouble();
  const [conditions, setConditions] = useStudyState();
  const ask = { deployment: view.d ?? "", from: view.from, to: view.to, live: view.live, conditions };
  const { data, dataUpdatedAt, error, refetch, isPlaceholderData } = useQuery({
    ...tracesQuery(ask),
    enabled: view.d !== null,
  });
  const { tell } = useFreshness();
  useEffect(() => {
    // An answer to the last window was told when it came.
    if (data !== undefined && !isPlaceholderData)
      tell({
        asOfMs: data.asOfMs,
        serverNowMs: data.asOfMs,
        receivedAtMs: dataUpdatedAt,
        isStale: error !== null,
      });
  }, [data, dataUpdatedAt, isPlaceholderData, error, tell]);
  const title = known?.deployments.find((one) => one.slug === view.d)?.title ?? view.d ?? "";
  const problem = problemOf(error);
  const opened = useOpenedFile();
  if (opened.state.kind === "open") return <OpenedFile opened={opened} file={opened.state} />;
  return (
    <FileDrop opened={opened} className={cn(isPlaceholderData && "opacity-60")}>
      <Headline title={title} data={data} view={view} problem={problem} />
      <RoomTabs />
      <Conditions
        key={JSON.stringify(conditions)}
        room={{
          conditions,
          setConditions: (change) => void setConditions(change),
          services: data?.services ?? [],
        }}
        hasCount={false}
      />
      {problem !== null && <Trouble problem={problem} onRetry={() => void refetch()} />}
      {problem !== null && data !== undefined && (
        // Beside the alert, which a ticking age would have told again each second.
        <p className="pb-2.5 text-xs text-ink-2">
          What stands below was read{" "}
          <Age atMs={data.asOfMs} asOfMs={data.asOfMs} receivedAtMs={dataUpdatedAt} />.
        </p>
      )}
      <div className={cn(problem !== null && "opacity-60")}>
        {view.d !== null && (problem === null || data !== undefined) && (
          <ScatterFigure ask={ask} view={view} isTime={data !== undefined && !isPlaceholderData} />
        )}
        {data === undefined && problem === null && <Skeleton />}
        {data !== undefined && (
          <Listing
            data={data}
            view={view}
            onTab={(tab) => void setView({ tab: tab === "newest" ? null : tab }, { history: "replace" })}
          />
        )}
      </div>
    </FileDrop>
  );
}

function problemOf(error: Error | null): Pick<Problem, "title" | "detail" | "next"> | null {
  if (error === null) return null;
  if (error instanceof ProblemError) return error.problem;
  return {
    title: "The traces cannot be read",
    detail: error.message,
    next: "They are asked for again every two seconds.",
  };
}

interface HeadlineProps {
  readonly title: string;
  readonly data: TracesResponse | undefined;
  readonly view: ViewState;
  readonly problem: Pick<Problem, "title"> | null;
}

function Headline({ title, data, view, problem }: HeadlineProps) {
  const slowest = problem === null && data !== undefined ? slowestRead(data) : null;
  return (
    <h1 className="max-w-[1040px] pb-4 text-2xl font-medium tracking-[-0.01em] text-ink-2">
      <span className="font-semibold text-ink">
        {problem === null ? `Traces of ${title}` : `${problem.title}.`}
      </span>
      {slowest !== null && (
        <>
          : the slowest read took{" "}
          <Link
            className="tnum whitespace-nowrap underline decoration-dotted underline-offset-4"
            href={linkTo(`/traces/${slowest.traceId}`, { d: view.d, from: view.from, to: view.to })}
          >
            {formatNanoseconds(slowest.durationNs)}
          </Link>
          .
        </>
      )}
      {data !== undefined && problem === null && slowest === null && ": none in this window."}
    </h1>
  );
}

interface TroubleProps {
  readonly problem: Pick<Problem, "detail" | "next">;
  readonly onRetry: () => void;
}

function Trouble({ problem, onRetry }: TroubleProps) {
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 border-t border-rule py-5">
      <p className="flex items-center gap-2">
        <ShapeMark shape="failed" />
        {toSentence(problem.detail)}
      </p>
      <p className="text-ink-2">{problem.next} Everything but traces goes on.</p>
      <Button onClick={onRetry}>Try again</Button>
    </section>
  );
}

function Skeleton() {
  return (
    <div aria-busy className="border-t border-rule">
      <span className="sr-only">Reading traces</span>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} className="h-7 border-b border-rule py-2">
          <div className="h-2.5 rounded-sm bg-well" />
        </div>
      ))}
    </div>
  );
}

interface ListingProps {
  readonly data: TracesResponse;
  readonly view: ViewState;
  readonly onTab: (tab: ViewState["tab"]) => void;
}

function Listing({ data, view, onTab }: ListingProps) {
  const listing = data[view.tab === "slowest" ? "slowest" : "newest"];
  const shown = listed(data, view.tab);
  return (
    <>
      <div
        role="tablist"
        aria-label="Which traces"
        className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-rule whitespace-nowrap"
      >
        {traceOrders.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`tab-${tab}`}
            aria-selected={view.tab === tab}
            aria-controls="traces"
            className={cn(
              "-mb-px border-b-2 border-transparent px-3 py-1.5 text-ink-2",
              view.tab === tab && "border-ink font-medium text-ink",
            )}
            onClick={() => onTab(tab)}
          >
            {orders[tab].title}
          </button>
        ))}
      </div>
      <div id="traces" role="tabpanel" aria-labelledby={`tab-${view.tab}`}>
        {listing === null || shown === null ? null : (
          <>
            <Facts data={data} listing={listing} />
            {shown.sorted !== null && <p className="pb-2.5 text-xs text-ink-2">{shown.sorted}</p>}
            {data.warnings.map((warning) => (
              <p key={warning} className="flex items-center gap-2 text-xs text-warn">
                <ShapeMark shape="unusual" className="size-2.5" />
                {warning}
              </p>
            ))}
            {shown.traces.length === 0 ? (
              <p className="py-6 text-ink-2">
                {listing.reading.cutWhy !== null && "In what was searched: no"}
                {listing.reading.cutWhy === null && "No"} trace of{" "}
                <code className="font-mono">{listing.reading.service}</code> lies in this window
                {listing.reading.durationMinMs === null ? "" : " above that duration"}
                {listing.reading.sentAs === null ? " that meets the conditions" : ""}. Choose a longer window,
                or look at the sampling of its collector.
              </p>
            ) : (
              <TraceTable traces={shown.traces} view={view} />
            )}
          </>
        )}
      </div>
    </>
  );
}

const apiNames = { v3: "Jaeger", old: "Jaeger's older API", tempo: "Tempo" } as const;

/** How the list came about: asked, got, limit, where the least duration comes from, of how many requests. */
function Facts({
  data,
  listing,
}: {
  readonly data: TracesResponse;
  readonly listing: NonNullable<TracesResponse["newest"]>;
}) {
  const { reading } = listing;
  const least =
    reading.durationMinMs === null
      ? null
      : `at least ${formatEdge(reading.durationMinMs)}${thinSpace}ms long (${reading.durationMinFrom ?? "chosen"})`;
  return (
    <p className="tnum py-2.5 text-xs text-ink-2">
      Asked {apiNames[data.source.api ?? "v3"]} for up to {formatCount(reading.limit)} traces of{" "}
      <code className="font-mono">{reading.service}</code>
      {least === null ? "" : `, ${least}`}; got {formatCount(reading.got)}
      {reading.cut && reading.cutWhy === null ? ", as many as the limit, so there may be more" : ""}
      {reading.cutWhy === null ? "" : `; ${reading.cutWhy}`}
      {reading.filteredOut === 0
        ? ""
        : `; ${formatCount(reading.filteredOut)} more came that do not meet the conditions`}
      {data.requestsInMetrics === null
        ? ""
        : `; the metrics count ${formatCount(data.requestsInMetrics)} finished requests in this window${readShare(listing, data.requestsInMetrics)}`}
      .
    </p>
  );
}

/** What share of the requests the newest traces are; nothing of those that were chosen for their length. */
function readShare({ reading }: NonNullable<TracesResponse["newest"]>, requests: number): string {
  // Those that meet conditions are no share of all.
  if (requests === 0 || reading.durationMinMs !== null || reading.sentAs === null) return "";
  const percent = (reading.got / requests) * 100;
  if (percent > 100) return ", fewer than the traces: the traces count more than this deployment's requests";
  return `, so these are about ${formatNumber(percent)}${thinSpace}% of them`;
}
