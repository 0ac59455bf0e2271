/**
 * One list of traces. Without conditions the source is asked once and gives as many as the limit. With conditions, which it does
 * not all know, the window is read in slices until as many were found as are listed, or long enough was searched.
 */
import type { TracesResponse } from "@/lib/contracts/traces";
import type { TimeWindow } from "@/lib/model/time-window";
import type { TraceReader } from "@/lib/model/trace-reader";
import { unturned } from "@/lib/base/safe-text";
import { formatLength } from "@/lib/format/length";
import { nearOperations } from "./near-operations";
import { readTraces, type TracesRead } from "./read-traces";
import { summariseTrace } from "./summarise-trace";
import type { TraceFilters } from "./trace-filters";

type Listing = NonNullable<TracesResponse["newest"]>;

export interface ListAsk {
  readonly service: string;
  readonly window: TimeWindow;
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly filters: TraceFilters | undefined;
  /** The deployment's services, among which an operation that this one has not may be found. */
  readonly others?: readonly string[];
  /** As long as is waited for what meets conditions. */
  readonly longEnoughMs?: number;
}

const usuallyEnoughMs = 3_000;

/** Those that are at least `durationMinMs` long, where it is not null. */
export async function readListing(
  { reader }: { readonly reader: TraceReader },
  ask: ListAsk,
  durationMinMs: number | null,
): Promise<Listing> {
  const least = durationMinMs === null ? null : Math.floor(durationMinMs);
  if (ask.filters !== undefined) return readMeeting(reader, ask, ask.filters, least);
  const { service, window, limit, signal } = ask;
  const { traces, isFull, sentAs } = await reader.search({
    service,
    window,
    limit,
    signal,
    ...(least === null ? {} : { durationMinMs: least }),
  });
  return {
    reading: {
      ...asAsked(ask, least),
      got: traces.length,
      cut: isFull,
      sentAs,
      filteredOut: 0,
      cutWhy: null,
      nearAttributes: [],
      nearOperations: [],
    },
    traces: traces.map(summariseTrace),
  };
}

async function readMeeting(
  reader: TraceReader,
  ask: ListAsk,
  filters: TraceFilters,
  least: number | null,
): Promise<Listing> {
  const { window } = ask;
  const durationMinMs = Math.max(filters.durationMinMs ?? 0, least ?? 0);
  const read = await readSome(reader, ask, {
    ...filters,
    ...(durationMinMs === 0 ? {} : { durationMinMs }),
  });
  const near = await nearOperations(reader, { ...ask, most: ask.limit, filters }, read);
  return {
    reading: {
      ...asAsked(ask, least),
      got: read.got,
      cut: read.cut,
      sentAs: null,
      filteredOut: read.filteredOut,
      cutWhy: whyCut(read, window),
      nearAttributes: read.nearAttributes.map(unturned),
      nearOperations: near.own.map(unturned),
      operationsElsewhere: near.elsewhere.map((one) => ({ ...one, operation: unturned(one.operation) })),
    },
    traces: read.traces.map(summariseTrace),
  };
}

/** A long window may not begin to come in time: its newest part alone does. */
const newestPart = 1 / 32;
const patience = 3;

async function readSome(
  reader: TraceReader,
  { service, window, limit, signal, longEnoughMs = usuallyEnoughMs }: ListAsk,
  filters: TraceFilters,
): Promise<TracesRead> {
  const readFrom = (startMs: number, enoughMs: number): Promise<TracesRead> =>
    readTraces(reader, {
      service,
      window: { startMs, endMs: window.endMs },
      most: limit,
      signal,
      enough: AbortSignal.timeout(enoughMs),
      filters,
    });
  const read = await readFrom(window.startMs, longEnoughMs);
  if (read.endedBy !== "time" || read.covered.startMs < read.covered.endMs) return read;
  const partMs = Math.ceil((window.endMs - window.startMs) * newestPart);
  // Something late says more than nothing in time.
  const part = await readFrom(window.endMs - partMs, patience * longEnoughMs);
  return { ...part, cut: true, endedBy: part.endedBy ?? "time" };
}

function asAsked({ service, limit }: ListAsk, least: number | null) {
  return {
    service,
    limit,
    asked: limit,
    durationMinMs: least,
    durationMinFrom: least === null ? null : "the lower edge of the bucket that holds the window's E2E p99",
  };
}

/** Null where all was looked at or as many were found as are listed. */
function whyCut({ endedBy, failure, covered, unreadSlices }: TracesRead, window: TimeWindow): string | null {
  if (endedBy === "most") return null;
  const length = ({ startMs, endMs }: TimeWindow): string => formatLength(endMs - startMs);
  const part = `the last ${length(covered)} of the window's ${length(window)}`;
  if (failure !== null) return `only ${part} were searched: ${failure.message}`;
  if (endedBy !== null) return `only ${part} were searched in the time there is`;
  return unreadSlices === 0 ? null : "some moments had more traces than the source gives at once";
}
