/** Builds the URL of a span's logs from the configured template, with a margin before and after. */
import { fillLogsTemplate } from "@/lib/model/traces/logs-template";
import type { Span, Trace } from "@/lib/model/traces/trace";

/** Margin before and after the span, because log clocks differ and logs are flushed late. */
const marginMs = 5_000;
const nanosecondsPerMs = 1_000_000;

/** Fills the configured link to logs with the ids and the time range of a span. */
export function createLogsUrl(
  urlTemplate: string,
  trace: Pick<Trace, "traceId" | "startEpochNs">,
  span: Span,
): string {
  const traceStartMs = Number(BigInt(trace.startEpochNs) / BigInt(nanosecondsPerMs));
  const startMs = Math.floor(traceStartMs + span.startNs / nanosecondsPerMs) - marginMs;
  const endMs =
    Math.ceil(traceStartMs + (span.startNs + Math.max(0, span.durationNs)) / nanosecondsPerMs) + marginMs;
  return fillLogsTemplate(urlTemplate, {
    traceId: trace.traceId,
    spanId: span.spanId,
    service: span.service,
    start: String(startMs),
    end: String(endMs),
    startIso: new Date(startMs).toISOString(),
    endIso: new Date(endMs).toISOString(),
  });
}
