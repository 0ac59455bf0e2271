"use client";

import type { TraceSummary } from "@/lib/contracts/traces/traces";
import { formatCount } from "@/lib/format/number";
import { formatDateTimeWithOptionalYear, formatNanoseconds } from "@/lib/format/time";
import { exportOpenedTrace, createFileSpanReader } from "@/lib/client/queries/open-traces";
import { countWithNoun } from "@/lib/format/agreement";
import { Button } from "@/components/ui/button";
import { SentenceText } from "@/components/shared/sentence-text";
import { ShapeMark } from "@/components/shared/status-mark";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ClockChoice } from "@/components/traces/trace/clock-choice";
import { ExportButton } from "@/components/traces/trace/export-button";
import { skippedFilesText, type OpenedFileControl, type OpenFile } from "./use-opened-file";
import { TtftBar } from "@/components/traces/trace/ttft-bar";
import { Waterfall } from "@/components/traces/waterfall/waterfall";

const formats = { jaeger: "Jaeger JSON", otlp: "OTLP JSON" } as const;

interface OpenedFileProps {
  readonly fileControl: OpenedFileControl;
  readonly file: OpenFile;
}

/** Shows an opened trace file: its traces, longest first, or the selected trace. */
export function OpenedFile({
  fileControl,
  file: { file, view, data, isReading, error, skippedCount },
}: OpenedFileProps) {
  const { displayedTrace } = data;
  const isOneOfMany = data.traceCount > 1 && displayedTrace !== null;
  return (
    <div aria-busy={isReading || undefined}>
      <div className="flex flex-wrap items-center gap-3 pb-3 text-xs text-ink-2">
        <span>
          <span className="font-medium text-ink">{file.name}</span>, {formats[data.format]},{" "}
          {countWithNoun(data.traceCount, "trace")}. The file stays in this page and is not stored.
        </span>
        {isOneOfMany && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => fileControl.changeView({ traceId: null, spanId: null })}
          >
            All traces in the file
          </Button>
        )}
        {displayedTrace !== null && (
          <ExportButton
            traceId={displayedTrace.traceId}
            createFile={(form, includesText) =>
              exportOpenedTrace(file, { traceId: displayedTrace.traceId, format: form, includesText })
            }
          />
        )}
        <Button size="sm" onClick={fileControl.close}>
          Close file
        </Button>
      </div>
      {[
        ...(skippedCount === 0 ? [] : [skippedFilesText(skippedCount)]),
        ...data.warnings,
        ...(displayedTrace?.warnings ?? []),
        ...(error === null ? [] : [`${error}.`]),
      ].map((warning) => (
        <p key={warning} className="flex items-center gap-2 pb-2 text-xs text-warn">
          <ShapeMark shape="unusual" className="size-2.5" />
          {warning}
        </p>
      ))}
      {displayedTrace === null ? (
        <FileTraceList
          traces={data.traces}
          asOfMs={data.asOfMs}
          onChoose={(traceId) => fileControl.changeView({ traceId, spanId: null })}
        />
      ) : (
        <>
          <h1 className="max-w-[1040px] pb-4 text-xl font-medium text-ink-2">
            <SentenceText sentence={displayedTrace.headline} />
          </h1>
          <ClockChoice
            clock={displayedTrace.clock}
            onChoose={(clock) => fileControl.changeView({ clock, traceId: view.traceId })}
          />
          <TtftBar ttft={displayedTrace.ttft} request={displayedTrace.request} />
          <Waterfall
            key={`${displayedTrace.traceId} ${displayedTrace.clock.mode}`}
            trace={displayedTrace}
            initialSpanId={view.spanId}
            file={{
              mayContain: (traceId) =>
                data.traceCount > data.traces.length || data.traces.some((each) => each.traceId === traceId),
              showSpan: (traceId, spanId) => fileControl.changeView({ traceId, spanId }),
            }}
            reader={createFileSpanReader(file, data, displayedTrace)}
          />
        </>
      )}
    </div>
  );
}

interface FileTraceListProps {
  readonly traces: readonly TraceSummary[];
  readonly asOfMs: number;
  readonly onChoose: (traceId: string) => void;
}

function FileTraceList({ traces, asOfMs, onChoose }: FileTraceListProps) {
  const timeZone = useTimeZone();
  return (
    <>
      <h1 className="pb-3 text-xl font-semibold">Traces in the file, longest first</h1>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Traces in the file">
        <table className="tnum w-full min-w-[640px] text-left">
          <thead className="border-b border-rule-strong text-xs">
            <tr>
              <th className="py-1.5 font-medium">Trace</th>
              <th className="py-1.5 font-medium">Start</th>
              <th className="py-1.5 text-right font-medium">Duration</th>
              <th className="py-1.5 text-right font-medium">Spans</th>
              <th className="py-1.5 pl-6 font-medium">Services</th>
            </tr>
          </thead>
          <tbody>
            {traces.map((trace) => (
              <tr key={trace.traceId} className="h-7 border-b border-rule hover:bg-hover">
                <td>
                  <button
                    type="button"
                    className="text-accent hover:underline"
                    aria-label={`Trace ${trace.traceId}`}
                    onClick={() => onChoose(trace.traceId)}
                  >
                    {trace.rootOperation === "" ? trace.traceId : trace.rootOperation}
                  </button>
                </td>
                <td className="whitespace-nowrap">
                  {formatDateTimeWithOptionalYear(trace.startMs, { timeZone, referenceMs: asOfMs })}
                </td>
                <td className="text-right">{formatNanoseconds(trace.durationNs)}</td>
                <td className="text-right">{formatCount(trace.spanCount)}</td>
                <td className="max-w-64 truncate pl-6 text-ink-2">{trace.services.join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
