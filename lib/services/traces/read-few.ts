/** The first questions: how dense traces are, or that these are all. */
import type { TraceSearch } from "@/lib/model/trace-reader";
import { keep, sliceQuery, spreadOf } from "./read-slice";
import { toFailure, type ReadBounds, type Reading, type Slices, type TracesAsk } from "./reading";
import { createSlices, widthFor, type Slice } from "./window-slices";

/** Enough to see how dense traces are, and little beside what is read anyway. */
const firstFew = 50;
/**
 * Where more came, so much less of the window is looked at next, and so much less than they lie apart, until a look gives all that
 * there is of a part: some sources give the newest, others whichever they come upon.
 */
const [narrowing, nearer, mostLooks] = [16, 4, 6];

/** Looks at a few to see how wide slices should be. Where few are in the window, they are read with that. */
export async function readFew(reading: Reading): Promise<Slices> {
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
