/** Dependencies of the readers. */
import type { QueryScheduler } from "./query-scheduler";

/** Sends PromQL queries to a source without a cache. */
export type PromqlSource = Pick<QueryScheduler, "queryRange" | "queryInstant">;

/** Source, clocks and cache size of the readers. */
export interface ReaderDependencies {
  readonly promqlSource: PromqlSource;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly random: () => number;
  /** Gives each reader a cache of this size. If absent, the caches have the memory of the process for their purpose. */
  readonly cacheBytes?: number;
}

/** Cancellation of a shared read, and a callback for when its query is sent. */
export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onSent: () => void;
}
