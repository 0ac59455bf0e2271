/** What is asked of a source, within what bounds, and how far reading has come. */
import { isAppError, type AppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { TraceReader } from "@/lib/model/trace-reader";
import type { TraceFilters } from "./trace-filters";
import type { createIntervals } from "./window-intervals";

export interface TraceReadBounds {
  readonly tracesPerInterval: number;
  /** Spans kept in all: traces of thousands of spans must not fill the memory. */
  readonly spans: number;
  readonly queries: number;
  readonly concurrency: number;
}
export const traceReadBounds: TraceReadBounds = {
  tracesPerInterval: 500,
  spans: 400_000,
  queries: 400,
  concurrency: 3,
};

export interface TraceReadRequest {
  readonly service: string;
  readonly window: TimeWindow;
  /** From 1 to the most that a study may ask for. */
  readonly maxTraces: number;
  readonly filters?: TraceFilters;
  /** The asker has gone: reading stops and throws its reason. */
  readonly signal?: AbortSignal;
  /** It took long enough: reading stops with what is there. */
  readonly timeBudget?: AbortSignal;
}

/** Why reading ended before the window's beginning: as many as asked, a bound of this reader, or the source's failure. */
export type StopReason = "max-traces" | "max-spans" | "max-queries" | "time" | "failure";

export type WindowIntervals = ReturnType<typeof createIntervals>;

export interface TraceReadContext {
  readonly reader: TraceReader;
  readonly request: TraceReadRequest;
  readonly bounds: TraceReadBounds;
  readonly state: TraceReadState;
  readonly running: Set<Promise<void>>;
  readonly signal: AbortSignal;
}

export interface TraceReadState {
  queries: number;
  stopReason: StopReason | null;
  failure: AppError | null;
}

/** What `enough` stopped is no failure. */
export function toFailure(error: unknown, { signal, timeBudget }: TraceReadRequest): AppError | null {
  if (signal?.aborted === true || timeBudget?.aborted === true) return null;
  if (isAppError(error)) return error;
  throw error;
}
