/** Request, limits and state of reading many traces. */
import { isAppError, type AppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { TraceReader } from "@/lib/model/traces/trace-reader";
import type { TraceFilters } from "./trace-filters";
import type { createIntervalQueue } from "./window-intervals";

/** Limits of one read of many traces. */
export interface TraceReadLimits {
  readonly tracesPerInterval: number;
  /** Maximum number of spans in memory, for traces with thousands of spans. */
  readonly maxSpans: number;
  readonly maxQueries: number;
  readonly maxConcurrent: number;
}
/** Limits that apply unless a test sets others. */
export const defaultTraceReadLimits: TraceReadLimits = {
  tracesPerInterval: 500,
  maxSpans: 400_000,
  maxQueries: 400,
  maxConcurrent: 3,
};

/** Service, window and filters of the traces to read. */
export interface TraceReadRequest {
  readonly service: string;
  readonly window: TimeWindow;
  /** At most `traceStudyLimits.maxTraces`. */
  readonly maxTraces: number;
  readonly filters?: TraceFilters;
  /** Aborted when the client disconnects: reading stops and throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Aborted when the time budget is used up: reading stops and returns the traces so far. */
  readonly timeBudgetSignal?: AbortSignal;
}

/**
 * Why the oldest part of the window was not read: enough traces, a limit, or an error of the source. Traces are read
 * from the newest to the oldest.
 */
export type StopReason = "max-traces" | "max-spans" | "max-queries" | "time" | "failure";

/** Intervals of a window that are still to be read. */
export type IntervalQueue = ReturnType<typeof createIntervalQueue>;

/** State that all queries of one read of traces share. */
export interface TraceReadContext {
  readonly reader: TraceReader;
  readonly request: TraceReadRequest;
  readonly limits: TraceReadLimits;
  readonly state: TraceReadState;
  readonly runningReads: Set<Promise<void>>;
  readonly signal: AbortSignal;
}

/** Progress of a read of traces, and why it stopped. */
export interface TraceReadState {
  queryCount: number;
  stopReason: StopReason | null;
  failure: AppError | null;
}

/** Returns the error of a failed read; null if the client or the time budget aborted it. */
export function toReadFailure(
  error: unknown,
  { signal, timeBudgetSignal }: TraceReadRequest,
): AppError | null {
  if (signal?.aborted === true || timeBudgetSignal?.aborted === true) return null;
  if (isAppError(error)) return error;
  throw error;
}
