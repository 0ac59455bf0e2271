/**
 * Reads one list of traces. Without conditions, one query returns up to the limit. The source supports only some
 * conditions, so with conditions the window is read in intervals. Reading stops when the list is full or the time
 * budget is used up.
 */
import type { TracesResponse } from "@/lib/contracts/traces/traces";
import type { TimeWindow } from "@/lib/model/time-window";
import type { TraceReader } from "@/lib/model/traces/trace-reader";
import { escapeHiddenCharacters } from "@/lib/base/safe-text";
import { formatElapsed } from "@/lib/format/elapsed";
import { findSimilarOperations } from "./similar-operations";
import { readTraces, type TraceReadResult } from "./read-traces";
import { summariseTrace } from "@/lib/services/traces/summarise-trace";
import type { TraceFilters } from "./trace-filters";

type Listing = NonNullable<TracesResponse["newest"]>;

/** Service, window and filters of a list of traces. */
export interface ListRequest {
  readonly service: string;
  readonly window: TimeWindow;
  readonly maxTraces: number;
  readonly signal: AbortSignal;
  readonly filters: TraceFilters | undefined;
  /** Services of the deployment to search for suggestions. */
  readonly otherServices?: readonly string[];
  /** Time budget for traces that match conditions. */
  readonly timeBudgetMs?: number;
}

const defaultTimeBudgetMs = 3_000;

/** Reads a list of traces. `durationMinMs` is the minimum duration; null for none. */
export async function readListing(
  { reader }: { readonly reader: TraceReader },
  request: ListRequest,
  durationMinMs: number | null,
): Promise<Listing> {
  const minDurationMs = durationMinMs === null ? null : Math.floor(durationMinMs);
  if (request.filters !== undefined) return readMatching(reader, request, request.filters, minDurationMs);
  const { service, window, maxTraces, signal } = request;
  const { traces, hasReachedLimit, sentRequest } = await reader.search({
    service,
    window,
    maxTraces: maxTraces,
    signal,
    ...(minDurationMs === null ? {} : { durationMinMs: minDurationMs }),
  });
  return {
    retrieval: {
      ...requestFields(request, minDurationMs),
      returnedCount: traces.length,
      isTruncated: hasReachedLimit,
      sentQuery: sentRequest,
      filteredOutCount: 0,
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
  const near = await findSimilarOperations(
    reader,
    { ...request, maxTraces: request.maxTraces, filters },
    read,
  );
  return {
    retrieval: {
      ...requestFields(request, minDurationMs),
      returnedCount: read.returnedCount,
      isTruncated: read.isTruncated,
      sentQuery: null,
      filteredOutCount: read.filteredOutCount,
      truncationReason: truncationReasonOf(read, window),
      nearAttributes: read.nearAttributes.map(escapeHiddenCharacters),
      nearOperations: near.inService.map(escapeHiddenCharacters),
      operationsElsewhere: near.inOtherServices.map((one) => ({
        ...one,
        operation: escapeHiddenCharacters(one.operation),
      })),
    },
    traces: read.traces.map(summariseTrace),
  };
}

/** A long window may return nothing within the time budget, but its newest part may. */
const newestFraction = 1 / 32;
const budgetFactor = 3;

async function readSome(
  reader: TraceReader,
  { service, window, maxTraces, signal, timeBudgetMs = defaultTimeBudgetMs }: ListRequest,
  filters: TraceFilters,
): Promise<TraceReadResult> {
  const readFrom = (startMs: number, budgetMs: number): Promise<TraceReadResult> =>
    readTraces(reader, {
      service,
      window: { startMs, endMs: window.endMs },
      maxTraces,
      signal,
      timeBudgetSignal: AbortSignal.timeout(budgetMs),
      filters,
    });
  const read = await readFrom(window.startMs, timeBudgetMs);
  if (read.stoppedBy !== "time" || read.coveredWindow.startMs < read.coveredWindow.endMs) return read;
  const partMs = Math.ceil((window.endMs - window.startMs) * newestFraction);
  // A late result is better than none.
  const part = await readFrom(window.endMs - partMs, budgetFactor * timeBudgetMs);
  return { ...part, isTruncated: true, stoppedBy: part.stoppedBy ?? "time" };
}

function requestFields({ service, maxTraces }: ListRequest, minDurationMs: number | null) {
  return {
    service,
    maxTraces,
    requestedCount: maxTraces,
    durationMinMs: minDurationMs,
    durationMinSource: minDurationMs === null ? null : "lower edge of the bucket with the window's E2E p99",
  };
}

/** Returns why the list is incomplete, as a sentence. Null if the complete window was searched or the list is full. */
function truncationReasonOf(
  { stoppedBy, failure, coveredWindow, unreadIntervalCount }: TraceReadResult,
  window: TimeWindow,
): string | null {
  if (stoppedBy === "max-traces") return null;
  const length = ({ startMs, endMs }: TimeWindow): string => formatElapsed(endMs - startMs);
  const part = `the last ${length(coveredWindow)} of the ${length(window)} window`;
  if (failure !== null) return `only ${part} was searched: ${failure.message}`;
  if (stoppedBy !== null) return `only ${part} was searched within the time limit`;
  return unreadIntervalCount === 0 ? null : "some intervals had more traces than the source returns at once";
}
