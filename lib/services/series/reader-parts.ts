/** Dependencies of the readers. */
import type { SeriesProvider } from "./series-provider";

export interface ReaderParts {
  readonly provider: SeriesProvider;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly random: () => number;
  readonly cacheBytes: number;
}

/** Options of a shared read. */
export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onSent: () => void;
}
