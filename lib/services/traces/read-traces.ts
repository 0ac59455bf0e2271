/**
 * Reads many traces of a window, newest first. A source gives no pages, so the window is read in slices; one that may have
 * more than it gave is parted, until every slice was given whole. First questions for a few, of the whole window and
 * then of its newest part, tell how dense they are, or that these are all. What comes out is therefore everything of a part of the window,
 * and which part is told, rather than some choice of the source's.
 *
 * Bounded: so many traces, spans, questions, and questions at once. Slices touch, and a trace that spans several is kept once.
 */
import type { AppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Trace } from "@/lib/model/trace";
import type { TraceReader } from "@/lib/model/trace-reader";
import { nearAttributes, type NearAttributes } from "./near-attributes";
import { probeDensity } from "./probe-density";
import { startMsOf } from "./read-interval";
import { readIntervals } from "./read-intervals";
import {
  traceReadBounds,
  type StopReason,
  type TraceReadBounds,
  type TraceReadState,
  type WindowIntervals,
  type TraceReadRequest,
} from "./read-context";
import type { ReadPrefix } from "./window-intervals";

export interface TraceReadResult {
  /** Newest first, none twice. */
  readonly traces: readonly Trace[];
  /** Questions sent. */
  readonly queryCount: number;
  readonly requested: number;
  readonly returned: number;
  /** Traces that came and did not fit the filters that the source does not know. */
  readonly filteredOut: number;
  /** Attributes named like one that was asked for and that none has of the traces looked at. */
  readonly nearAttributes: readonly string[];
  /** True when the window has, or may have, more traces than these. */
  readonly isTruncated: boolean;
  readonly stoppedBy: StopReason | null;
  readonly failure: AppError | null;
  /** The part of the window that was read whole; its traces are these and no others. */
  readonly covered: TimeWindow;
  /** Slices too short to halve that had more than was given, or whose answer was too large to read. */
  readonly unreadIntervals: number;
}

/** Throws the source's failure when nothing could be read, and the reason of `signal`. */
export async function readTraces(
  reader: TraceReader,
  request: TraceReadRequest,
  bounds: TraceReadBounds = traceReadBounds,
): Promise<TraceReadResult> {
  const controller = new AbortController();
  const signal = AbortSignal.any(
    [controller.signal, request.signal, request.timeBudget].filter((each) => each !== undefined),
  );
  const state: TraceReadState = { queries: 0, stopReason: null, failure: null };
  const running = new Set<Promise<void>>();
  const near = nearAttributes(request.filters);
  const context = { reader: observingReader(reader, near), request: request, bounds, state, running, signal };
  let intervals: WindowIntervals | undefined;
  try {
    intervals = await probeDensity(context);
    await readIntervals({ ...context, intervals });
  } finally {
    controller.abort();
    await Promise.allSettled(running);
  }
  request.signal?.throwIfAborted();
  return { ...outcome(intervals.prefix(), state, request), nearAttributes: near.names() };
}

function observingReader(reader: TraceReader, near: NearAttributes): TraceReader {
  return {
    ...reader,
    search: async (query) => {
      const result = await reader.search(query);
      near.observe(result.traces);
      return result;
    },
  };
}

function outcome(
  prefix: ReadPrefix,
  { queries, stopReason, failure }: TraceReadState,
  request: TraceReadRequest,
): Omit<TraceReadResult, "nearAttributes"> {
  if (failure !== null && prefix.traces.size === 0) throw failure;
  const newestFirst = [...prefix.traces.values()].toSorted((a, b) => byStart(b, a));
  const traces = newestFirst.slice(0, request.maxTraces);
  const oldest = traces.at(-1);
  const isTrimmed = newestFirst.length > traces.length && oldest !== undefined;
  const startMs = isTrimmed ? startMsOf(oldest) : prefix.startMs;
  return {
    traces,
    queryCount: queries,
    requested: request.maxTraces,
    returned: traces.length,
    filteredOut: prefix.dropped,
    isTruncated: isTrimmed || stopReason !== null || prefix.unread > 0,
    stoppedBy: isTrimmed ? "max-traces" : stopReason,
    failure,
    covered: { startMs: Math.max(request.window.startMs, startMs), endMs: request.window.endMs },
    unreadIntervals: prefix.unread,
  };
}

function byStart(a: Trace, b: Trace): number {
  const difference = BigInt(a.startEpochNs) - BigInt(b.startEpochNs);
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return a.traceId < b.traceId ? -1 : 1;
}
