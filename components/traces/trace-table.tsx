"use client";

import type { TraceSummary } from "@/lib/contracts/traces/traces";
import { linkTo, type ViewState } from "@/lib/client/url-state";
import { formatCount } from "@/lib/format/number";
import { formatClock, formatDateTime, formatNanoseconds } from "@/lib/format/time";
import { countWithNoun } from "@/lib/format/agreement";
import { cn } from "@/components/ui/cn";
import { linkedRowClasses, RowLink, rowControlClasses } from "@/components/ui/row-link";
import { ShapeMark } from "@/components/shared/status-mark";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { SelectedTraces } from "./comparison/selected-traces";
import { useSelectedTraces } from "./comparison/use-selected-traces";
import { perTokenSeconds } from "@/lib/sentences/traces/trace-orders";

/** Columns hidden on phones. The page of a trace shows these values. */
const wideOnly = "max-md:hidden";

interface TraceTableProps {
  readonly traces: readonly TraceSummary[];
  readonly view: Pick<ViewState, "d" | "from" | "to" | "live">;
  /** True for stored traces, of which none can be selected for a comparison. */
  readonly isCopy?: boolean;
}

/** Lists traces with duration bars. Each row is a link to its waterfall. */
export function TraceTable({ traces, view, isCopy = false }: TraceTableProps) {
  const longestNs = Math.max(...traces.map((trace) => trace.durationNs), 1);
  const { picked, toggle } = useSelectedTraces();
  return (
    <>
      <SelectedTraces traceIds={picked} view={view} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Traces">
        <table className="w-full min-w-[340px] md:min-w-[800px] text-left">
          <thead className="border-b border-rule-strong text-xs">
            <tr>
              {!isCopy && (
                <th className="w-7 py-1.5 print:hidden">
                  <span className="sr-only">Compare</span>
                </th>
              )}
              <th className="py-1.5 font-medium">Start</th>
              <th className="py-1.5 font-medium">Duration</th>
              <th className="py-1.5 pl-4 text-right font-medium">TTFT</th>
              <th className={cn(wideOnly, "py-1.5 pl-4 text-right font-medium")}>TPOT</th>
              <th className={cn(wideOnly, "py-1.5 pl-4 text-right font-medium")}>Prompt tokens</th>
              <th className={cn(wideOnly, "py-1.5 pl-4 text-right font-medium")}>Output tokens</th>
              <th className={cn(wideOnly, "py-1.5 pl-4 text-right font-medium")}>Spans</th>
              <th className={cn(wideOnly, "py-1.5 pl-6 font-medium")}>Services</th>
              <th className="py-1.5 pl-4 font-medium">Trace</th>
            </tr>
          </thead>
          <tbody className="tnum">
            {traces.map((trace) => (
              <TraceRow
                key={trace.traceId}
                trace={trace}
                view={view}
                longestNs={longestNs}
                isPicked={picked.includes(trace.traceId)}
                onPick={isCopy ? null : () => toggle(trace.traceId)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface TraceRowProps {
  readonly trace: TraceSummary;
  readonly view: TraceTableProps["view"];
  readonly longestNs: number;
  readonly isPicked: boolean;
  /** Null if the trace cannot be selected. */
  readonly onPick: (() => void) | null;
}

function TraceRow({ trace, view, longestNs, isPicked, onPick }: TraceRowProps) {
  const timeZone = useTimeZone();
  return (
    <tr className={cn(linkedRowClasses, "h-7 border-b border-rule")}>
      {onPick !== null && (
        <td className="print:hidden">
          <input
            type="checkbox"
            aria-label={`Compare trace ${trace.traceId}`}
            checked={isPicked}
            onChange={onPick}
            className={cn(rowControlClasses, "block size-4 accent-accent")}
          />
        </td>
      )}
      <td className="pr-4 whitespace-nowrap">
        <ZonedText>{formatClock(trace.startMs, timeZone, true)}</ZonedText>
      </td>
      <td className="w-44 pr-4 md:w-56">
        <span className="flex items-center gap-2">
          <span className="w-16 shrink-0 text-right">{formatNanoseconds(trace.durationNs)}</span>
          <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1 w-full">
            <rect width={(trace.durationNs / longestNs) * 100} height="4" className="fill-id-1" />
          </svg>
        </span>
      </td>
      <td className="pl-4 text-right whitespace-nowrap">
        <Seconds value={trace.ttftSeconds} />
      </td>
      <td className={cn(wideOnly, "pl-4 text-right whitespace-nowrap")}>
        <Seconds value={perTokenSeconds(trace)} />
      </td>
      <td className={cn(wideOnly, "pl-4 text-right")}>
        {trace.promptTokens === null ? "" : formatCount(trace.promptTokens)}
      </td>
      <td className={cn(wideOnly, "pl-4 text-right")}>
        {trace.outputTokens === null ? "" : formatCount(trace.outputTokens)}
      </td>
      <td className={cn(wideOnly, "pl-4 text-right whitespace-nowrap")}>
        {trace.spanCount}
        {trace.outcome === "abort" && <span className="ml-2 text-ink-2">aborted</span>}
        {trace.errorSpanCount > 0 && (
          <span className="ml-2 inline-flex items-center gap-1 text-bad">
            <ShapeMark shape="failed" className="size-2.5" />
            {trace.errorSpanCount} failed
          </span>
        )}
      </td>
      <td className={cn(wideOnly, "max-w-64 truncate pl-6 text-ink-2")}>{trace.services.join(", ")}</td>
      <td className="pl-4 whitespace-nowrap">
        {trace.errorSpanCount > 0 && (
          <span
            className="mr-1 inline-block md:hidden"
            title={countWithNoun(trace.errorSpanCount, "failed span")}
          >
            <ShapeMark shape="failed" className="size-2.5" />
            <span className="sr-only">{countWithNoun(trace.errorSpanCount, "failed span")}</span>
          </span>
        )}
        <RowLink
          href={linkTo(`/traces/${trace.traceId}`, { d: view.d, from: view.from, to: view.to })}
          label={`Trace ${trace.traceId}`}
          title={`Trace ${trace.traceId}, ${formatDateTime(trace.startMs, timeZone)}`}
        >
          {trace.traceId.slice(0, 8)}
        </RowLink>
      </td>
    </tr>
  );
}

function Seconds({ value }: { readonly value: number | null }) {
  return value === null ? <span className="text-ink-3">not reported</span> : formatNanoseconds(value * 1e9);
}
