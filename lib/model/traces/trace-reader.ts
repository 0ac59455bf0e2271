/** The operations that every traces source supports, with any API. */
import type { TimeWindow } from "@/lib/model/time-window";
import type { Trace } from "./trace";

/** APIs of trace sources: `v3` and `old` are versions of Jaeger's API. */
export const traceApis = ["v3", "old", "tempo"] as const;
/** API of a trace source. */
export type TraceApi = (typeof traceApis)[number];

/** Conditions of a search for traces. */
export interface TraceQuery {
  readonly service: string;
  readonly window: TimeWindow;
  /** Maximum number of traces. The source chooses which ones when it has more. */
  readonly maxTraces: number;
  /** A span of `service` has this name. */
  readonly operation?: string;
  /** A span of `service` takes at least this long. */
  readonly durationMinMs?: number;
  /** A span of `service` takes at most this long. */
  readonly durationMaxMs?: number;
  /**
   * The caller discards the result when it reaches the limit, so a source that reads traces one by one need not read
   * them.
   */
  readonly isDiscardedAtLimit?: boolean;
  readonly signal?: AbortSignal;
}

/** Result of a search for traces. */
export interface TraceSearch {
  readonly traces: readonly Trace[];
  /** The result reached the limit, so the source may have more traces. */
  readonly hasReachedLimit: boolean;
  /** The request without its host, so that a user can repeat it. */
  readonly sentRequest: string;
}

/** Options of a request to a trace source. */
export interface TraceReadOptions {
  readonly signal?: AbortSignal;
}

/** Client of a trace source. Every failure is an AppError. */
export interface TraceReader {
  readonly api: TraceApi;
  /** Resolution of times in requests to the source; windows are widened to it. */
  readonly timeResolutionMs: number;
  /** Returns the names of the services with spans in the source, sorted. */
  readonly services: (options?: TraceReadOptions) => Promise<readonly string[]>;
  /**
   * Returns complete traces in which a span of the service started within the window. The source chooses which ones
   * when there are more than the limit.
   */
  readonly search: (query: TraceQuery) => Promise<TraceSearch>;
  /** Returns one trace with all its spans; null when the source does not have it. */
  readonly get: (traceId: string, options?: TraceReadOptions) => Promise<Trace | null>;
}
