/**
 * Reads many traces of a window, newest first. Sources have no pages, so the window is read in intervals. A full
 * interval is halved until every interval is complete. Small queries first estimate the density, or return all
 * traces. The result is complete for a stated part of the window, and not an arbitrary selection of the source.
 *
 * Limits apply to traces, spans, queries and concurrent queries. Intervals are contiguous, and a trace in several
 * intervals is returned once.
 */
import type { AppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Trace } from "@/lib/model/traces/trace";
import type { TraceReader } from "@/lib/model/traces/trace-reader";
import { createAttributeNameCollector, type AttributeNameCollector } from "./attribute-name-collector";
import { probeDensity } from "./probe-density";
import { toStartMs } from "./read-traces-into-interval";
import { readIntervals } from "./read-intervals";
import {
  defaultTraceReadLimits,
  type StopReason,
  type TraceReadLimits,
  type TraceReadState,
  type IntervalQueue,
  type TraceReadRequest,
} from "./read-context";
import type { NewestTraces } from "./window-intervals";

/** Traces of a window, with how complete they are. */
export interface TraceReadResult {
  /** Matching traces, newest first, without duplicates. */
  readonly traces: readonly Trace[];
  /** Number of queries sent. */
  readonly queryCount: number;
  /** Maximum number of traces that the queries requested. */
  readonly requestedCount: number;
  readonly returnedCount: number;
  /** Number of traces that were omitted because they do not match the filters that the source does not support. */
  readonly filteredOutCount: number;
  /** Suggestions for a requested attribute that no sampled trace has. */
  readonly nearAttributes: readonly string[];
  /** True when the window has, or may have, more traces. */
  readonly isTruncated: boolean;
  readonly stoppedBy: StopReason | null;
  readonly failure: AppError | null;
  /** Part of the window for which the traces are complete. */
  readonly coveredWindow: TimeWindow;
  /** Number of intervals at the minimum width that were full, or whose response was too large. */
  readonly unreadIntervalCount: number;
}

/**
 * Reads the newest traces of a window, up to the requested number. Throws the source's error when nothing
 * was read, and the reason of `signal`.
 */
export async function readTraces(
  reader: TraceReader,
  request: TraceReadRequest,
  limits: TraceReadLimits = defaultTraceReadLimits,
): Promise<TraceReadResult> {
  const controller = new AbortController();
  const signal = AbortSignal.any(
    [controller.signal, request.signal, request.timeBudgetSignal].filter((each) => each !== undefined),
  );
  const state: TraceReadState = { queryCount: 0, stopReason: null, failure: null };
  const running = new Set<Promise<void>>();
  const near = createAttributeNameCollector(request.filters);
  const context = {
    reader: observingReader(reader, near),
    request,
    limits: limits,
    state,
    runningReads: running,
    signal,
  };
  let intervals: IntervalQueue | undefined;
  try {
    intervals = await probeDensity(context);
    await readIntervals({ ...context, intervals });
  } finally {
    controller.abort();
    await Promise.allSettled(running);
  }
  request.signal?.throwIfAborted();
  return { ...createResult(intervals.prefix(), state, request), nearAttributes: near.listNames() };
}

function observingReader(reader: TraceReader, near: AttributeNameCollector): TraceReader {
  return {
    ...reader,
    search: async (query) => {
      const result = await reader.search(query);
      near.observe(result.traces);
      return result;
    },
  };
}

function createResult(
  prefix: NewestTraces,
  { queryCount, stopReason, failure }: TraceReadState,
  request: TraceReadRequest,
): Omit<TraceReadResult, "nearAttributes"> {
  if (failure !== null && prefix.traces.size === 0) throw failure;
  const newestFirst = [...prefix.traces.values()].toSorted((a, b) => byStart(b, a));
  const traces = newestFirst.slice(0, request.maxTraces);
  const oldest = traces.at(-1);
  const isTrimmed = newestFirst.length > traces.length && oldest !== undefined;
  const startMs = isTrimmed ? toStartMs(oldest) : prefix.startMs;
  return {
    traces,
    queryCount,
    requestedCount: request.maxTraces,
    returnedCount: traces.length,
    filteredOutCount: prefix.droppedTraceCount,
    isTruncated: isTrimmed || stopReason !== null || prefix.unreadIntervalCount > 0,
    stoppedBy: isTrimmed ? "max-traces" : stopReason,
    failure,
    coveredWindow: { startMs: Math.max(request.window.startMs, startMs), endMs: request.window.endMs },
    unreadIntervalCount: prefix.unreadIntervalCount,
  };
}

function byStart(a: Trace, b: Trace): number {
  const difference = BigInt(a.startEpochNs) - BigInt(b.startEpochNs);
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return a.traceId < b.traceId ? -1 : 1;
}
