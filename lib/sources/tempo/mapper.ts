/** From Tempo's answers to our traces, and from our question to TraceQL. */
import type { Trace } from "@/lib/model/trace";
import type { TraceQuery } from "@/lib/model/trace-reader";
import { fullTraceId, tracesFromOtlp } from "@/lib/sources/otlp/mapper";
import type { TraceAnswer } from "./wire";

/** The trace `traceId` of an answer; null where it has no span of it. */
export function traceFrom(answer: TraceAnswer, traceId: string): Trace | null {
  return tracesFromOtlp(answer).find((trace) => trace.traceId === fullTraceId(traceId)) ?? null;
}

/** All conditions stand in one pair of braces, so that one and the same span has to fit them. */
export function traceQl({ service, operation, durationMinMs, durationMaxMs }: TraceQuery): string {
  const conditions = [
    `resource.service.name = ${quoted(service)}`,
    ...(operation === undefined ? [] : [`name = ${quoted(operation)}`]),
    ...(durationMinMs === undefined ? [] : [`duration >= ${microseconds(durationMinMs)}`]),
    ...(durationMaxMs === undefined ? [] : [`duration <= ${microseconds(durationMaxMs)}`]),
  ];
  return `{ ${conditions.join(" && ")} }`;
}

/** True when a span of the asked service began within the window: Tempo is asked in whole seconds, which are wider. */
export function beganWithin({ spans, startEpochNs }: Trace, { service, window }: TraceQuery): boolean {
  const startMs = Number(BigInt(startEpochNs) / 1_000_000n);
  const restNs = Number(BigInt(startEpochNs) % 1_000_000n);
  return spans.some((span) => {
    const atMs = startMs + (restNs + span.startNs) / 1e6;
    return span.service === service && atMs >= window.startMs && atMs <= window.endMs;
  });
}

/** A string of TraceQL is escaped as in JSON. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function microseconds(durationMs: number): string {
  return `${Math.round(durationMs * 1_000)}us`;
}
