/** Maps trace queries to TraceQL. */
import type { Trace } from "@/lib/model/traces/trace";
import type { TraceQuery } from "@/lib/model/traces/trace-reader";

/** Builds a TraceQL query. All conditions are in one pair of braces, so that one span must match all of them. */
export function buildTraceQl({ service, operation, durationMinMs, durationMaxMs }: TraceQuery): string {
  const conditions = [
    `resource.service.name = ${quoteText(service)}`,
    ...(operation === undefined ? [] : [`name = ${quoteText(operation)}`]),
    ...(durationMinMs === undefined ? [] : [`duration >= ${toMicroseconds(durationMinMs)}`]),
    ...(durationMaxMs === undefined ? [] : [`duration <= ${toMicroseconds(durationMaxMs)}`]),
  ];
  return `{ ${conditions.join(" && ")} }`;
}

/**
 * Returns true when a span of the requested service started within the window. Tempo's search window is wider because
 * it has a resolution of one second.
 */
export function isServiceRequestInWindow(
  { spans, startEpochNs }: Trace,
  { service, window }: TraceQuery,
): boolean {
  const startMs = Number(BigInt(startEpochNs) / 1_000_000n);
  const restNs = Number(BigInt(startEpochNs) % 1_000_000n);
  return spans.some((span) => {
    const atMs = startMs + (restNs + span.startNs) / 1e6;
    return span.service === service && atMs >= window.startMs && atMs <= window.endMs;
  });
}

/** Quotes a string for TraceQL, which uses JSON escapes. */
function quoteText(text: string): string {
  return JSON.stringify(text);
}

function toMicroseconds(durationMs: number): string {
  return `${Math.round(durationMs * 1_000)}us`;
}
