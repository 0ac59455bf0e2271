"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useEffect, type ReactNode } from "react";
import type { TraceView } from "@/lib/client/trace-view";
import type { SpanDetail as LoadedSpanDetail } from "@/lib/contracts/traces/traces";
import { formatNumber, thinSpace } from "@/lib/format/number";
import { formatInstantNs, formatNanoseconds } from "@/lib/format/time";
import { missingFlagBit } from "@/lib/model/traces/drawn-span";
import { Button } from "@/components/ui/button";
import { LinkedSpans, type FileTraceNavigation } from "./linked-spans";
import { SpanWarnings } from "./span-warnings";
import { SpanData } from "./span-data";
import { useSpanDetail, type SpanReader } from "./use-span-detail";
import { getServiceColour } from "@/components/traces/waterfall/row-cells";
import { findGapPhase } from "@/components/traces/waterfall/gap-phase";
import { toGapIndex } from "@/components/traces/waterfall/visible-rows";
import { gapText } from "@/components/traces/waterfall/waterfall-text";

interface SpanDetailProps {
  readonly trace: TraceView;
  /** Index of a span, or code of a gap. */
  readonly row: number;
  readonly reader: SpanReader | null;
  readonly onRead: (row: number, text: string) => void;
  /** Shows another row of the trace. */
  readonly onShow: (row: number) => void;
  readonly file: FileTraceNavigation | null;
  readonly renderLinks?: ((row: number, detail: LoadedSpanDetail | null) => ReactNode) | undefined;
}

/** Shows all data of the selected row as plain text. */
export function SpanDetail(props: SpanDetailProps) {
  const { trace, row } = props;
  const flags = trace.spans.flags[row] ?? 0;
  return (
    <aside
      aria-label="Span"
      className="w-full shrink-0 border-rule @[47rem]:w-80 @[47rem]:border-l @[47rem]:pl-5"
    >
      {row < 0 ? (
        <Gap trace={trace} gap={toGapIndex(row)} />
      ) : (flags & missingFlagBit) !== 0 ? (
        <MissingParent spanId={trace.spans.findSpanId(row)} />
      ) : (
        <OneSpan {...props} />
      )}
    </aside>
  );
}

function OneSpan({ trace, row, reader, onRead, onShow, file, renderLinks }: SpanDetailProps) {
  const { spans } = trace;
  const { detail, logsUrl, error, retry } = useSpanDetail(trace, row, reader);
  useEffect(() => {
    if (detail !== null) onRead(row, searchableText(detail));
  }, [detail, row, onRead]);
  return (
    <>
      <h2 className="flex items-center gap-2 text-md font-semibold">
        <span
          aria-hidden
          className="h-3 w-[3px] shrink-0 rounded-[1px]"
          style={{ background: getServiceColour(spans, row) }}
        />
        <span className="min-w-0 break-words">{spans.names[spans.nameIndex[row] ?? -1]}</span>
      </h2>
      <p className="text-xs break-words text-ink-2">
        {spans.services[spans.serviceIndex[row] ?? -1]} {detail !== null && `· ${detail.kind} `}·{" "}
        <code className="font-mono text-2xs">{spans.findSpanId(row)}</code>
      </p>
      <Facts trace={trace} row={row} />
      <SpanWarnings trace={trace} row={row} />
      {detail !== null && <SpanData detail={detail} />}
      {detail !== null && <LinkedSpans trace={trace} detail={detail} onShow={onShow} file={file} />}
      {detail === null && error === null && reader !== null && (
        <p className="mt-4 text-xs text-ink-3" aria-busy>
          Loading attributes
        </p>
      )}
      {detail === null && error !== null && (
        <p role="alert" className="mt-4 flex flex-col items-start gap-2 text-xs text-bad">
          Attributes cannot be loaded: {endSentence(error.message)}
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {(renderLinks !== undefined || logsUrl !== null) && (
        <h3 className="mt-4 text-xs font-semibold">Links</h3>
      )}
      <ul className="mt-1 flex flex-col gap-1 text-xs">
        {renderLinks?.(row, detail)}
        {logsUrl !== null && <LogsLink url={logsUrl} />}
      </ul>
    </>
  );
}

function LogsLink({ url }: { readonly url: string }) {
  return (
    <li className="flex justify-between gap-3 border-t border-rule pt-1">
      <a className="text-accent hover:underline" href={url} target="_blank" rel="noopener noreferrer">
        Logs of this span, ±{thinSpace}5{thinSpace}s
      </a>
      <span className="text-ink-3">{new URL(url).host}</span>
    </li>
  );
}

/** The start is rounded to a hundredth of the duration, which is shown with three digits. */
const startPrecisionParts = 100;

function Facts({ trace: { spans }, row }: { readonly trace: TraceView; readonly row: number }) {
  const durationNs = spans.durationNs[row] ?? 0;
  const critical = durationNs > 0 ? ((spans.criticalNs[row] ?? 0) / durationNs) * 100 : 0;
  return (
    <dl className="mt-3 grid grid-cols-[1.4fr_1fr_1fr_1fr] gap-2 border-y border-rule py-2 text-xs">
      <Fact name="Start" value={formatInstantNs(spans.startNs[row] ?? 0, durationNs / startPrecisionParts)} />
      <Fact name="Total" value={formatNanoseconds(durationNs)} />
      <Fact name="Self" value={formatNanoseconds(spans.selfNs[row] ?? 0)} />
      <Fact name="Critical" value={`${formatNumber(critical)}${thinSpace}%`} />
    </dl>
  );
}

/** Returns the text that the span search covers once the details of a span are loaded. */
function searchableText({
  statusMessage,
  traceState,
  attributes,
  resource,
  events,
  links,
}: LoadedSpanDetail): string {
  const names = events.map(({ name }) => name);
  return JSON.stringify([statusMessage, traceState, attributes, resource, names, links]).toLowerCase();
}

function Gap({ trace, gap }: { readonly trace: TraceView; readonly gap: number }) {
  const { spans, gaps } = trace;
  const phase = findGapPhase(trace, gap);
  return (
    <>
      <h2 className="text-md font-semibold">{phase === null ? "Gap" : "Network"}</h2>
      <p className="mt-1 text-xs text-ink-2">
        {gapText(trace, gap)}, within {spans.names[spans.nameIndex[gaps.row[gap] ?? -1] ?? -1]}, starting at{" "}
        {formatNanoseconds(gaps.fromNs[gap] ?? 0)}. No child span ran during this time.{" "}
        {phase === null
          ? "The gap counts as self time of the span."
          : "The gap is next to the span of the called service, so it counts as network time."}
      </p>
    </>
  );
}

function MissingParent({ spanId }: { readonly spanId: string }) {
  return (
    <>
      <h2 className="text-md font-semibold">Missing parent</h2>
      <p className="mt-1 text-xs text-ink-2">
        The spans below name <code className="font-mono">{spanId}</code> as their parent, but the source has
        no such span in this trace. The parent span was not sampled, has not arrived yet, or was dropped.
      </p>
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="text-2xs text-ink-3">{name}</dt>
      <dd className="tnum">{value}</dd>
    </div>
  );
}
