/** A trace as a row of a list. */
import { unturned } from "@/lib/base/safe-text";
import type { TraceSummary } from "@/lib/contracts/traces";
import type { Trace } from "@/lib/model/trace";
import { firstNumber, outputTokenNames, promptTokenNames } from "@/lib/analysis/traces/attributes";
import { distinctSpans } from "@/lib/analysis/traces/distinct-spans";
import { firstTokenNs } from "@/lib/analysis/traces/first-token";

const nanosecondsPerMs = 1_000_000n;

export function traceStartMs(trace: Trace): number {
  return Number(BigInt(trace.startEpochNs) / nanosecondsPerMs);
}

/** What a source sent twice counts once, as in the trace drawn. */
export function summariseTrace(trace: Trace): TraceSummary {
  const spans = distinctSpans(trace.spans).map(({ span }) => span);
  const ids = new Set(spans.map((span) => span.spanId));
  const roots = spans.filter((span) => span.parentSpanId === null || !ids.has(span.parentSpanId));
  const root = roots.toSorted((a, b) => a.startNs - b.startNs)[0] ?? spans[0];
  const tokenNs = firstTokenNs(spans);
  return {
    traceId: trace.traceId,
    rootService: unturned(root?.service ?? ""),
    rootOperation: unturned(root?.operation ?? ""),
    startMs: traceStartMs(trace),
    durationNs: trace.durationNs,
    spanCount: spans.length,
    errorSpanCount: spans.filter((span) => span.isError).length,
    services: [...new Set(spans.map((span) => unturned(span.service)))].toSorted(),
    promptTokens: firstNumber(spans, promptTokenNames),
    outputTokens: firstNumber(spans, outputTokenNames),
    ttftSeconds: tokenNs === null ? null : tokenNs / 1e9,
  };
}
