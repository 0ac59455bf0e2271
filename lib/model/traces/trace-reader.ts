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
  /** Maximum number of traces. If the source has more traces, the source chooses which of them it returns. */
  readonly maxTraces: number;
  /** Name that a span of `service` must have. */
  readonly operation?: string;
  /** Minimum duration that a span of `service` must have. */
  readonly durationMinMs?: number;
  /** Maximum duration that a span of `service` may have. */
  readonly durationMaxMs?: number;
  /**
   * True if the caller discards a result with the maximum number of traces. A source that reads traces one by one then
   * need not read them.
   */
  readonly isDiscardedAtLimit?: boolean;
  readonly signal?: AbortSignal;
}

/** Result of a search for traces. */
export interface TraceSearch {
  readonly traces: readonly Trace[];
  /** True if the result has the maximum number of traces, so that the source may have more. */
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
   * Returns complete traces in which a span of the service started within the window. If there are more traces than the
   * maximum, the source chooses which of them it returns.
   */
  readonly search: (query: TraceQuery) => Promise<TraceSearch>;
  /** Returns one trace with all its spans; null when the source does not have it. */
  readonly get: (traceId: string, options?: TraceReadOptions) => Promise<Trace | null>;
}
