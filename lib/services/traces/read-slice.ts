/** One slice of a window: the question for it, and what of the answer is kept. */
import { isAppError } from "@/lib/model/app-error";
import type { Trace } from "@/lib/model/trace";
import type { TraceQuery, TraceReader } from "@/lib/model/trace-reader";
import type { TracesAsk } from "./reading";
import { fits } from "./trace-filters";
import type { Slice } from "./window-slices";

interface SliceAsk {
  readonly slice: Slice;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export async function readSlice(
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

export function keep(slice: Slice, ask: TracesAsk, { traces, filling, spreadMs }: Came): void {
  // Sources count a window's last instant in, so that a trace at the edge of two windows would stand in both.
  const within = traces.filter((trace) => startMsOf(trace) < ask.window.endMs);
  const kept = within.filter((trace) => fits(trace, ask.service, ask.filters));
  slice.done(kept, { filling, dropped: within.length - kept.length, spreadMs });
}

/** Time in which they began; undefined where that says nothing of how dense they are. */
export function spreadOf(traces: readonly Trace[]): number | undefined {
  if (traces.length < 2) return undefined;
  const starts = traces.map(startMsOf);
  return Math.max(...starts) - Math.min(...starts);
}

export function sliceQuery(
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

export function startMsOf({ startEpochNs }: Trace): number {
  return Number(BigInt(startEpochNs) / 1_000_000n);
}
