/**
 * Handler that reads an uploaded trace file (Jaeger JSON or OTLP) and stores nothing. It runs in steps so that the
 * server stays responsive. Files are read one at a time to limit memory.
 */
import type { openTracesContract } from "@/lib/contracts/traces/open-traces";
import { AppError } from "@/lib/model/app-error";
import type { Trace } from "@/lib/model/traces/trace";
import { formatCount } from "@/lib/format/number";
import { nowMs } from "@/lib/server/clock";
import { readEnvironment } from "@/lib/server/environment/env";
import type { Handler } from "@/lib/server/handler";
import { runInSteps } from "@/lib/base/steps";
import { createConcurrencyLimit, type ConcurrencyLimit } from "@/lib/server/concurrency/limit";
import { getProcessState } from "@/lib/server/process-state";
import { describeSpan } from "@/lib/services/traces/waterfall/describe-span";
import { drawTrace } from "@/lib/services/traces/waterfall/draw-trace";
import { serializeTrace } from "@/lib/services/traces/export/export-trace";
import { readTraceFile } from "./read-trace-file";
import { unreadableSpansText } from "./unreadable-spans";
import { summariseTrace } from "@/lib/services/traces/summarise-trace";

const maxListedTraces = 500;

const fileLimit = (): ConcurrencyLimit =>
  getProcessState("trace-files", () => createConcurrencyLimit({ maxConcurrent: 1, maxWaiting: 4 }));

/** Handles an uploaded trace file: returns its traces, one of them drawn, one span, or another format. */
export const openTraces: Handler<typeof openTracesContract> = ({ body, query, signal }) =>
  fileLimit().run(async () => {
    const { format, traces, unreadableSpanCount, unreadableSpans, createSpanIndex } = await readTraceFile(
      body,
      signal,
    );
    const longest = traces.toSorted((a, b) => b.durationNs - a.durationNs);
    const selected = selectTrace(longest, query.trace);
    const { as, text, span } = query;
    if (as !== undefined)
      return {
        ...emptyResponse(format),
        file: await serializeTrace(requireTrace(selected), { as, text }, signal),
      };
    if (span !== undefined) return { ...emptyResponse(format), span: spanOf(requireTrace(selected), span) };
    return {
      ...emptyResponse(format),
      traces: longest.slice(0, maxListedTraces).map(summariseTrace),
      traceCount: traces.length,
      drawn: selected === null ? null : await runInSteps(drawTrace(selected, query.clock), signal),
      spanIndex: selected === null ? null : createSpanIndex(selected.traceId),
      warnings: [
        ...(unreadableSpanCount === 0 ? [] : [unreadableSpansText(unreadableSpanCount, unreadableSpans)]),
        ...(traces.length > maxListedTraces
          ? [`Showing the ${formatCount(maxListedTraces)} longest of ${formatCount(traces.length)} traces.`]
          : []),
      ],
    };
  }, signal);

/** Returns a response without the list of traces, for a request for a part of the file. */
function emptyResponse(format: "jaeger" | "otlp") {
  return {
    asOfMs: nowMs(),
    format,
    traces: [],
    traceCount: 0,
    drawn: null,
    span: null,
    spanIndex: null,
    file: null,
    warnings: [],
  };
}

function requireTrace(trace: Trace | null): Trace {
  if (trace !== null) return trace;
  throw new AppError(
    "invalid-input",
    "the file has several traces. Name one of them with the query parameter trace",
  );
}

function spanOf(trace: Trace, spanId: string) {
  const described = describeSpan(trace, spanId, readEnvironment().logsUrlTemplate);
  if (described === null) throw new AppError("not-found", `the trace has no span ${spanId}`);
  return described;
}

function selectTrace(traces: readonly Trace[], traceId: string | undefined): Trace | null {
  if (traceId === undefined) return traces.length === 1 ? (traces[0] ?? null) : null;
  const found = traces.find((trace) => trace.traceId === traceId);
  if (found === undefined) throw new AppError("not-found", `the file has no trace ${traceId}`);
  return found;
}
