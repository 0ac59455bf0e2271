/**
 * Exports a trace as Chrome trace JSON for Perfetto and chrome://tracing. Each service is a process. It has as many
 * tracks as needed, because events on one track must nest.
 */
import { countDistinctSpans } from "@/lib/analysis/traces/distinct-spans";
import { endNs } from "@/lib/analysis/traces/tree-rows";
import type { Span, SpanLink, Trace } from "@/lib/model/traces/trace";
import { joinJson, filterExportedAttributes, type ExportOptions } from "./export-spans";

interface Tracked {
  readonly span: Span;
  readonly pid: number;
  readonly tid: number;
}

/** Writes a trace in the Chrome trace event format, for Perfetto, in steps. */
export function* serializeChromeTrace(trace: Trace, options: ExportOptions): Generator<void, string> {
  const spans = countDistinctSpans(trace.spans).map(({ span }) => span);
  yield;
  const tracks = assignTracks(spans);
  yield;
  const services = [...new Set(spans.map(({ service }) => service))];
  const named = services.map((name, index) =>
    JSON.stringify({ name: "process_name", ph: "M", pid: index + 1, tid: 0, args: { name } }),
  );
  const events = yield* joinJson(tracks, ({ span, pid, tid }) => ({
    name: span.operation,
    cat: span.kind,
    ph: "X",
    ts: span.startNs / 1_000,
    dur: Math.max(0, span.durationNs) / 1_000,
    pid,
    tid,
    args: {
      "span id": span.spanId,
      ...(span.parentSpanId === null ? {} : { "parent id": span.parentSpanId }),
      ...(span.isError ? { error: true } : {}),
      ...(span.statusMessage === undefined ? {} : { "status message": span.statusMessage }),
      ...(span.traceState === undefined ? {} : { "trace state": span.traceState }),
      ...(span.links === undefined ? {} : { links: span.links.map(linkText).join(", ") }),
      ...Object.fromEntries(filterExportedAttributes(span.attributes, options)),
    },
  }));
  const other = JSON.stringify({ traceId: trace.traceId, startUnixNano: trace.startEpochNs });
  const eventsJson = [named.join(","), events].filter((part) => part !== "").join(",");
  return `{"displayTimeUnit":"ms","otherData":${other},"traceEvents":[${eventsJson}]}`;
}

/** Formats a link as text, because the format supports arrows only within one trace. */
function linkText({ traceId, spanId }: SpanLink): string {
  return `${traceId}/${spanId}`;
}

/** Tracks to check for a free position before a new one is added. */
const maxTracksTried = 64;

/**
 * Assigns each span to a track without overlap, as the Chrome format requires. `spans` are sorted by start,
 * then longest first.
 */
export function assignTracks(spans: readonly Span[]): readonly Tracked[] {
  const pids = new Map<string, number>();
  /** Tracks of each service: the ends of its open spans, innermost last. */
  const tracksOf = new Map<string, number[][]>();
  const trackOf = new Map<string, number>();
  return spans.map((span) => {
    const pid = pids.get(span.service) ?? pids.size + 1;
    pids.set(span.service, pid);
    const tracks = tracksOf.get(span.service) ?? [];
    tracksOf.set(span.service, tracks);
    const parentTrack = trackOf.get(`${span.service} ${span.parentSpanId ?? ""}`);
    const tid = assignTrack(tracks, span, parentTrack);
    trackOf.set(`${span.service} ${span.spanId}`, tid);
    return { span, pid, tid: tid + 1 };
  });
}

function assignTrack(tracks: number[][], span: Span, preferred: number | undefined): number {
  const first = preferred === undefined ? [] : [preferred];
  const rest = Array.from({ length: Math.min(maxTracksTried, tracks.length) }, (_, index) => index);
  for (const tid of [...first, ...rest]) {
    const open = tracks[tid];
    if (open === undefined || !fitsOnTrack(open, span)) continue;
    open.push(endNs(span));
    return tid;
  }
  return tracks.push([endNs(span)]) - 1;
}

/** Closes ended spans, and returns whether the span ends no later than the innermost open span. */
function fitsOnTrack(open: number[], span: Span): boolean {
  while (open.length > 0 && (open.at(-1) ?? 0) <= span.startNs) open.pop();
  const innermost = open.at(-1);
  return innermost === undefined || endNs(span) <= innermost;
}
