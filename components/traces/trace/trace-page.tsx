"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { createComparisonLink } from "@/lib/client/comparison-url";
import { ProblemError } from "@/lib/client/fetch-json";
import { traceQuery } from "@/lib/client/queries/traces";
import { linkTo, useView } from "@/lib/client/url-state";
import { formatDateTimeWithOptionalYear, formatNanoseconds, formatTimeZoneName } from "@/lib/format/time";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { SentenceText } from "@/components/shared/sentence-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { useSelectDeploymentOfTrace } from "./use-select-deployment-of-trace";
import { ExportButton } from "./export-button";
import { ClockChoice } from "./clock-choice";
import { createTraceSubject } from "@/components/traces/evidence/trace-subject";
import { TraceLoading, TraceError } from "@/components/traces/first-view";
import { TraceWaterfall } from "./trace-waterfall";
import { TtftBar } from "./ttft-bar";

interface TracePageProps {
  readonly traceId: string;
  /** Server-rendered content that is shown until the trace is loaded. Null if there is none. */
  readonly first: React.ReactNode;
}

/** Shows one trace: a headline about where its time was spent, and the waterfall. */
export function TracePage({ traceId, first }: TracePageProps) {
  const [view, setView] = useView();
  const timeZone = useTimeZone();
  const { data, error, refetch } = useQuery(traceQuery(traceId, view.clock, view.d));
  useSelectDeploymentOfTrace(data);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 text-xs text-ink-2">
        <Link
          className="inline-flex min-h-6 items-center text-accent hover:underline"
          href={linkTo("/traces", { d: view.d, from: view.from, to: view.to })}
        >
          Traces
        </Link>
        <code className="font-mono">{traceId}</code>
        <Link
          className="inline-flex min-h-6 items-center text-accent hover:underline"
          href={createComparisonLink(view, { kind: "trace", traceId }, { kind: "all" })}
        >
          Compare
        </Link>
        {data !== undefined && (
          <span className="tnum">
            {formatDateTimeWithOptionalYear(data.startMs, {
              timeZone,
              referenceMs: data.asOfMs,
              withSeconds: true,
            })}{" "}
            {formatTimeZoneName(data.startMs, timeZone)} · {formatNanoseconds(data.durationNs)}
          </span>
        )}
        {data !== undefined && (
          <span className="ml-auto flex items-center gap-2">
            <KeepAsEvidenceButton createSubject={() => createTraceSubject(data)} />
            <ExportButton traceId={traceId} />
          </span>
        )}
      </div>
      {data !== undefined && (
        <>
          <h1 className="max-w-[1040px] pt-2 pb-4 text-xl font-medium text-ink-2">
            <SentenceText sentence={data.headline} />
          </h1>
          {data.warnings.map((warning) => (
            <p key={warning} className="pb-2 text-xs text-warn">
              {warning}
            </p>
          ))}
          <ClockChoice
            clock={data.clock}
            onChoose={(clock) =>
              void setView({ clock: clock === "raw" ? null : clock }, { history: "replace" })
            }
          />
          <TtftBar ttft={data.ttft} request={data.request} />
          <TraceWaterfall
            key={`${data.traceId} ${data.clock.mode}`}
            trace={data}
            deployment={view.d ?? data.deployment}
          />
        </>
      )}
      {data === undefined && error === null && (first ?? <TraceLoading />)}
      {data === undefined && error !== null && (
        <TraceError
          title={error instanceof ProblemError ? error.problem.title : undefined}
          next={error instanceof ProblemError ? error.problem.next : undefined}
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}
