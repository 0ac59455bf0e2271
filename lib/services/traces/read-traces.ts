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
import { readFew } from "./read-few";
import { startMsOf } from "./read-slice";
import { readSlices } from "./read-slices";
import {
  readBounds,
  type EndedBy,
  type ReadBounds,
  type ReadState,
  type Slices,
  type TracesAsk,
} from "./reading";
import type { ReadPrefix } from "./window-slices";

export interface TracesRead {
  /** Newest first, none twice. */
  readonly traces: readonly Trace[];
  /** Questions sent. */
  readonly slices: number;
  readonly asked: number;
  readonly got: number;
  /** Traces that came and did not fit the filters that the source does not know. */
  readonly filteredOut: number;
  /** Attributes named like one that was asked for and that none has of the traces looked at. */
  readonly nearAttributes: readonly string[];
  /** True when the window has, or may have, more traces than these. */
  readonly cut: boolean;
  readonly endedBy: EndedBy | null;
  readonly failure: AppError | null;
  /** The part of the window that was read whole; its traces are these and no others. */
  readonly covered: TimeWindow;
  /** Slices too short to halve that had more than was given, or whose answer was too large to read. */
  readonly unreadSlices: number;
}

/** Throws the source's failure when nothing could be read, and the reason of `signal`. */
export async function readTraces(
  reader: TraceReader,
  ask: TracesAsk,
  bounds: ReadBounds = readBounds,
): Promise<TracesRead> {
  const own = new AbortController();
  const signal = AbortSignal.any([own.signal, ask.signal, ask.enough].filter((each) => each !== undefined));
  const state: ReadState = { questions: 0, ended: null, failure: null };
  const running = new Set<Promise<void>>();
  const near = nearAttributes(ask.filters);
  const reading = { reader: noting(reader, near), ask, bounds, state, running, signal };
  let slices: Slices | undefined;
  try {
    slices = await readFew(reading);
    await readSlices({ ...reading, slices });
  } finally {
    own.abort();
    await Promise.allSettled(running);
  }
  ask.signal?.throwIfAborted();
  return { ...outcome(slices.prefix(), state, ask), nearAttributes: near.names() };
}

function noting(reader: TraceReader, near: NearAttributes): TraceReader {
  return {
    ...reader,
    search: async (query) => {
      const came = await reader.search(query);
      near.note(came.traces);
      return came;
    },
  };
}

function outcome(
  prefix: ReadPrefix,
  { questions, ended, failure }: ReadState,
  ask: TracesAsk,
): Omit<TracesRead, "nearAttributes"> {
  if (failure !== null && prefix.traces.size === 0) throw failure;
  const newestFirst = [...prefix.traces.values()].toSorted((a, b) => byStart(b, a));
  const traces = newestFirst.slice(0, ask.most);
  const oldest = traces.at(-1);
  const isTrimmed = newestFirst.length > traces.length && oldest !== undefined;
  const startMs = isTrimmed ? startMsOf(oldest) : prefix.startMs;
  return {
    traces,
    slices: questions,
    asked: ask.most,
    got: traces.length,
    filteredOut: prefix.dropped,
    cut: isTrimmed || ended !== null || prefix.unread > 0,
    endedBy: isTrimmed ? "most" : ended,
    failure,
    covered: { startMs: Math.max(ask.window.startMs, startMs), endMs: ask.window.endMs },
    unreadSlices: prefix.unread,
  };
}

function byStart(a: Trace, b: Trace): number {
  const difference = BigInt(a.startEpochNs) - BigInt(b.startEpochNs);
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return a.traceId < b.traceId ? -1 : 1;
}
