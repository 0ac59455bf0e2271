/** What readers of series stand on. */
import type { SeriesProvider } from "./series-provider";

export interface ReaderParts {
  readonly provider: SeriesProvider;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly random: () => number;
  readonly cacheBytes: number;
}

/** How a read that others may share is run. */
export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onSent: () => void;
}

/** Of whoever asks without one. */
export const DEFAULT_SCOPE = "operator";
