/** What can be asked of any source of traces, whichever API it speaks. */
import type { TimeWindow } from "./time-window";
import type { Trace } from "./trace";

/** Which API a source answered by: Jaeger's newer or older one, or Tempo's. */
export const traceApis = ["v3", "old", "tempo"] as const;
export type TraceApi = (typeof traceApis)[number];

export interface TraceQuery {
  readonly service: string;
  readonly window: TimeWindow;
  /** At most so many traces; the source may have more and chooses which. */
  readonly limit: number;
  /** A span of `service` has this name. */
  readonly operation?: string;
  /** A span of `service` lasts at least this long. */
  readonly durationMinMs?: number;
  /** A span of `service` lasts at most this long. */
  readonly durationMaxMs?: number;
  /** Nothing is wanted when there are as many as the limit: a source that reads traces one by one may leave that out. */
  readonly isAllOrNone?: boolean;
  readonly signal?: AbortSignal;
}

export interface TraceSearch {
  readonly traces: readonly Trace[];
  /** The source gave as many as it was asked for at most, so that it may have more. */
  readonly isFull: boolean;
  /** The question as it went out, without the address: for the reader who wants to ask it alone. */
  readonly sentAs: string;
}

export interface TraceReadOptions {
  readonly signal?: AbortSignal;
}

/** Every failure is an AppError. */
export interface TraceReader {
  readonly api: TraceApi;
  /** The step in which the source is told times; a window is widened to it. */
  readonly timeResolutionMs: number;
  /** Names of the services that the source has spans of, sorted. */
  readonly services: (options?: TraceReadOptions) => Promise<readonly string[]>;
  /** Whole traces in which a span of the service began within the window; which ones, where there are more, is the source's choice. */
  readonly search: (query: TraceQuery) => Promise<TraceSearch>;
  /** One trace with all its spans; null when the source does not have it. */
  readonly get: (traceId: string, options?: TraceReadOptions) => Promise<Trace | null>;
}
