/** Dependencies of the readers. */
import type { QueryScheduler } from "./query-scheduler";

/** Answers PromQL without a cache. */
export type PromqlSource = Pick<QueryScheduler, "queryRange" | "queryInstant">;

export interface ReaderDependencies {
  readonly promqlSource: PromqlSource;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly random: () => number;
  readonly cacheBytes: number;
  /** An eighth of `cacheBytes` when absent. */
  readonly instantCacheBytes?: number;
}

/** Options of a shared read. */
export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onSent: () => void;
}
