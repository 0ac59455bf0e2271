/**
 * Reads many traces of a window, newest first. A source gives no pages, so the window is read in slices; one that may have
 * more than it gave is parted, until every slice was given whole. First questions for a few, of the whole window and
 * then of its newest part, tell how dense they are, or that these are all. What comes out is therefore everything of a part of the window, and which part is told, rather than some choice of the source's.
 *
 * Bounded: so many traces, spans, questions, and questions at once. Slices touch, and a trace that spans several is kept once.
 */
import { isAppError, type AppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Trace } from "@/lib/model/trace";
import type { TraceQuery, TraceReader, TraceSearch } from "@/lib/model/trace-reader";
import { fits, type TraceFilters } from "./trace-filters";
import { nearAttributes, type NearAttributes } from "./near-attributes";
import { createSlices, widthFor, type ReadPrefix, type Slice } from "./window-slices";

export const mostTraces = 5_000;

/** Enough to see how dense traces are, and little beside what is read anyway. */
const firstFew = 50;
/**
 * Where more came, so much less of the window is looked at next, and so much less than they lie apart, until a look gives all that
 * there is of a part: some sources give the newest, others whichever they come upon.
 */
const [narrowing, nearer, mostLooks] = [16, 4, 6];

export interface ReadBounds {
  readonly tracesPerSlice: number;
  /** Spans kept in all: traces of thousands of spans must not fill the memory. */
  readonly spans: number;
  readonly questions: number;
  readonly atOnce: number;
}
export const readBounds: ReadBounds = {
  tracesPerSlice: 500,
  spans: 400_000,
  questions: 400,
  atOnce: 3,
};

export interface TracesAsk {
  readonly service: string;
  readonly window: TimeWindow;
  /** 1 to `mostTraces`. */
  readonly most: number;
  readonly filters?: TraceFilters;
  /** The asker has gone: reading stops and throws its reason. */
  readonly signal?: AbortSignal;
  /** It took long enough: reading stops with what is there. */
  readonly enough?: AbortSignal;
}

/** Why reading ended before the window's beginning: as many as asked, a bound of this reader, or the source's failure. */
export type EndedBy = "most" | "spans" | "questions" | "time" | "failure";

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

type Slices = ReturnType<typeof createSlices>;

interface Reading {
  readonly reader: TraceReader;
  readonly ask: TracesAsk;
  readonly bounds: ReadBounds;
  readonly state: ReadState;
  readonly running: Set<Promise<void>>;
  readonly signal: AbortSignal;
}

/** Looks at a few to see how wide slices should be. Where few are in the window, they are read with that. */
async function readFew(reading: Reading): Promise<Slices> {
  const { reader, ask, bounds, state } = reading;
  const slicesOf = (widestMs: number): Slices =>
    createSlices(ask.window, { widestMs, finestMs: reader.finestMs });
  if (bounds.tracesPerSlice <= firstFew) return slicesOf(evenWidth(ask, bounds));
  const wholeMs = ask.window.endMs - ask.window.startMs;
  for (let look: Look = { widthMs: wholeMs, mostMs: Infinity, looks: 0 }; ;) {
    const slices = slicesOf(look.widthMs);
    const slice = slices.take();
    if (slice === null) return slices;
    state.questions += 1;
    const few = await fewOf(reading, slice);
    if (few === null) return slicesOf(evenWidth(ask, bounds));
    if (!few.isFull && look.widthMs === wholeMs) {
      keep(slice, ask, { traces: few.traces, filling: few.traces.length / firstFew });
      return slices;
    }
    const next = afterLook(look, few, bounds.tracesPerSlice);
    if (typeof next === "number") return slicesOf(next);
    if (slice.isNarrowest) return slicesOf(next.mostMs);
    look = next;
  }
}

/** Null where the source fails: what is wrong with it or with us is seen again by the first slice, which may be small enough to succeed. */
async function fewOf({ reader, ask, signal }: Reading, slice: Slice): Promise<TraceSearch | null> {
  try {
    return await reader.search(sliceQuery(ask, slice, { limit: firstFew, signal }));
  } catch (error) {
    toFailure(error, ask);
    return null;
  }
}

interface Look {
  /** Of the newest part of the window. */
  readonly widthMs: number;
  /** Wider than this a slice is full, as the looks before tell. */
  readonly mostMs: number;
  readonly looks: number;
}

/** How wide slices should be, or where to look next. */
function afterLook(look: Look, { traces, isFull }: TraceSearch, most: number): number | Look {
  const { widthMs, mostMs, looks } = look;
  const n = traces.length;
  // A few may be fewer than usual by chance: a slice that comes full was read in vain.
  if (!isFull) return Math.min(mostMs, widthFor(most, n + Math.sqrt(n) + 2, widthMs));
  // A source that keeps them in the order in which they ended gives long ones among the newest: they lie further apart than all.
  const spreadMs = Math.max(1, spreadOf(traces) ?? widthMs);
  const next = {
    widthMs: Math.min(widthMs / narrowing, spreadMs / nearer),
    mostMs: Math.min(mostMs, widthFor(most, firstFew, spreadMs)),
    looks: looks + 1,
  };
  return next.looks < mostLooks ? next : next.mostMs;
}

/** Of slices that are as many as there have to be at least. */
function evenWidth({ window: { startMs, endMs }, most }: TracesAsk, { tracesPerSlice }: ReadBounds): number {
  return Math.ceil((endMs - startMs) / Math.ceil(most / tracesPerSlice));
}

/** Ends when nothing is left to read or `state` says why not. */
async function readSlices({
  reader,
  ask,
  bounds,
  slices,
  state,
  running,
  signal,
}: Reading & { readonly slices: Slices }): Promise<void> {
  for (;;) {
    ask.signal?.throwIfAborted();
    if (ask.enough?.aborted === true) state.ended ??= "time";
    state.ended ??= boundReached(slices.prefix(), state, ask.most, bounds);
    if (state.ended !== null) return;
    const next = running.size < bounds.atOnce ? slices.take() : null;
    if (next === null && running.size === 0) return;
    if (next === null) {
      await Promise.race(running);
      continue;
    }
    state.questions += 1;
    const one = readSlice(reader, ask, { slice: next, limit: bounds.tracesPerSlice, signal })
      .catch((error: unknown) => {
        state.failure ??= toFailure(error, ask);
      })
      .finally(() => running.delete(one));
    running.add(one);
  }
}

interface ReadState {
  questions: number;
  ended: EndedBy | null;
  failure: AppError | null;
}

/** What `enough` stopped is no failure. */
function toFailure(error: unknown, { signal, enough }: TracesAsk): AppError | null {
  if (signal?.aborted === true || enough?.aborted === true) return null;
  if (isAppError(error)) return error;
  throw error;
}

function boundReached(
  prefix: ReadPrefix,
  { questions, failure }: ReadState,
  most: number,
  bounds: ReadBounds,
): EndedBy | null {
  if (failure !== null) return "failure";
  if (prefix.traces.size >= most && !prefix.isWhole) return "most";
  if (prefix.spans >= bounds.spans && !prefix.isWhole) return "spans";
  return questions >= bounds.questions && !prefix.isWhole ? "questions" : null;
}

interface SliceAsk {
  readonly slice: Slice;
  readonly limit: number;
  readonly signal: AbortSignal;
}

async function readSlice(
  reader: TraceReader,
  ask: TracesAsk,
  { slice, limit, signal }: SliceAsk,
): Promise<void> {
  try {
    const { traces, isFull } = await reader.search(sliceQuery(ask, slice, { limit, signal }));
    if (isFull) keep(slice, ask, { traces, filling: 1, spreadMs: spreadOf(traces) });
    else keep(slice, ask, { traces, filling: traces.length / limit });
  } catch (error) {
    // A smaller slice may come where this one is too much for the source or for us.
    if (!isAppError(error) || error.code !== "too-large") throw error;
    slice.done([], { filling: 1, dropped: 0 });
  }
}

interface Came {
  readonly traces: readonly Trace[];
  readonly filling: number;
  readonly spreadMs?: number | undefined;
}

function keep(slice: Slice, ask: TracesAsk, { traces, filling, spreadMs }: Came): void {
  // Sources count a window's last instant in, so that a trace at the edge of two windows would stand in both.
  const within = traces.filter((trace) => startMsOf(trace) < ask.window.endMs);
  const kept = within.filter((trace) => fits(trace, ask.service, ask.filters));
  slice.done(kept, { filling, dropped: within.length - kept.length, spreadMs });
}

/** Time in which they began; undefined where that says nothing of how dense they are. */
function spreadOf(traces: readonly Trace[]): number | undefined {
  if (traces.length < 2) return undefined;
  const starts = traces.map(startMsOf);
  return Math.max(...starts) - Math.min(...starts);
}

function sliceQuery(
  { service, filters }: TracesAsk,
  { window, isNarrowest }: Slice,
  rest: Pick<TraceQuery, "limit"> & { readonly signal: AbortSignal },
): TraceQuery {
  const { operation, durationMinMs, durationMaxMs } = filters ?? {};
  return {
    service,
    window,
    isAllOrNone: !isNarrowest,
    ...rest,
    ...(operation === undefined ? {} : { operation }),
    ...(durationMinMs === undefined ? {} : { durationMinMs }),
    ...(durationMaxMs === undefined ? {} : { durationMaxMs }),
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

function startMsOf({ startEpochNs }: Trace): number {
  return Number(BigInt(startEpochNs) / 1_000_000n);
}
