/**
 * One list of traces. Without conditions the source is asked once and gives as many as the limit. With conditions, which it does
 * not all know, the window is read in slices until as many were found as are listed, or long enough was searched.
 */
import type { TracesResponse } from "@/lib/contracts/traces";
import type { TimeWindow } from "@/lib/model/time-window";
import type { TraceReader } from "@/lib/model/trace-reader";
import { escapeControlCharacters } from "@/lib/base/safe-text";
import { formatElapsed } from "@/lib/format/elapsed";
import { nearOperations } from "./near-operations";
import { readTraces, type TraceReadResult } from "./read-traces";
import { summariseTrace } from "./summarise-trace";
import type { TraceFilters } from "./trace-filters";

type Listing = NonNullable<TracesResponse["newest"]>;

export interface ListRequest {
  readonly service: string;
  readonly window: TimeWindow;
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly filters: TraceFilters | undefined;
  /** The deployment's services, among which an operation that this one has not may be found. */
  readonly otherServices?: readonly string[];
  /** As long as is waited for what meets conditions. */
  readonly timeBudgetMs?: number;
}

const defaultTimeBudgetMs = 3_000;

/** Those that are at least `durationMinMs` long, where it is not null. */
export async function readListing(
  { reader }: { readonly reader: TraceReader },
  request: ListRequest,
  durationMinMs: number | null,
): Promise<Listing> {
  const minDurationMs = durationMinMs === null ? null : Math.floor(durationMinMs);
  if (request.filters !== undefined) return readMatching(reader, request, request.filters, minDurationMs);
  const { service, window, limit, signal } = request;
  const { traces, isFull, sentAs } = await reader.search({
    service,
    window,
    limit,
    signal,
    ...(minDurationMs === null ? {} : { durationMinMs: minDurationMs }),
  });
  return {
    reading: {
      ...requestFields(request, minDurationMs),
      returned: traces.length,
      isTruncated: isFull,
      sentQuery: sentAs,
      filteredOut: 0,
      truncationReason: null,
      nearAttributes: [],
      nearOperations: [],
    },
    traces: traces.map(summariseTrace),
  };
}

async function readMatching(
  reader: TraceReader,
  request: ListRequest,
  filters: TraceFilters,
  minDurationMs: number | null,
): Promise<Listing> {
  const { window } = request;
  const durationMinMs = Math.max(filters.durationMinMs ?? 0, minDurationMs ?? 0);
  const read = await readSome(reader, request, {
    ...filters,
    ...(durationMinMs === 0 ? {} : { durationMinMs }),
  });
  const near = await nearOperations(reader, { ...request, maxTraces: request.limit, filters }, read);
  return {
    reading: {
      ...requestFields(request, minDurationMs),
      returned: read.returned,
      isTruncated: read.isTruncated,
      sentQuery: null,
      filteredOut: read.filteredOut,
      truncationReason: truncationReasonOf(read, window),
      nearAttributes: read.nearAttributes.map(escapeControlCharacters),
      nearOperations: near.inService.map(escapeControlCharacters),
      operationsElsewhere: near.elsewhere.map((one) => ({
        ...one,
        operation: escapeControlCharacters(one.operation),
      })),
    },
    traces: read.traces.map(summariseTrace),
  };
}

/** A long window may not begin to come in time: its newest part alone does. */
const newestFraction = 1 / 32;
const budgetFactor = 3;

async function readSome(
  reader: TraceReader,
  { service, window, limit, signal, timeBudgetMs = defaultTimeBudgetMs }: ListRequest,
  filters: TraceFilters,
): Promise<TraceReadResult> {
  const readFrom = (startMs: number, budgetMs: number): Promise<TraceReadResult> =>
    readTraces(reader, {
      service,
      window: { startMs, endMs: window.endMs },
      maxTraces: limit,
      signal,
      timeBudget: AbortSignal.timeout(budgetMs),
      filters,
    });
  const read = await readFrom(window.startMs, timeBudgetMs);
  if (read.stoppedBy !== "time" || read.covered.startMs < read.covered.endMs) return read;
  const partMs = Math.ceil((window.endMs - window.startMs) * newestFraction);
  // Something late says more than nothing in time.
  const part = await readFrom(window.endMs - partMs, budgetFactor * timeBudgetMs);
  return { ...part, isTruncated: true, stoppedBy: part.stoppedBy ?? "time" };
}

function requestFields({ service, limit }: ListRequest, minDurationMs: number | null) {
  return {
    service,
    limit,
    requested: limit,
    durationMinMs: minDurationMs,
    durationMinSource:
      minDurationMs === null ? null : "the lower edge of the bucket that holds the window's E2E p99",
  };
}

/** Null where all was looked at or as many were found as are listed. */
function truncationReasonOf(
  { stoppedBy, failure, covered, unreadIntervals }: TraceReadResult,
  window: TimeWindow,
): string | null {
  if (stoppedBy === "max-traces") return null;
  const length = ({ startMs, endMs }: TimeWindow): string => formatElapsed(endMs - startMs);
  const part = `the last ${length(covered)} of the window's ${length(window)}`;
  if (failure !== null) return `only ${part} were searched: ${failure.message}`;
  if (stoppedBy !== null) return `only ${part} were searched in the time there is`;
  return unreadIntervals === 0 ? null : "some moments had more traces than the source gives at once";
}
