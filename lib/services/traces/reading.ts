/** What is asked of a source, within what bounds, and how far reading has come. */
import { isAppError, type AppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { TraceReader } from "@/lib/model/trace-reader";
import type { TraceFilters } from "./trace-filters";
import type { createSlices } from "./window-slices";

export interface ReadBounds {
  readonly tracesPerSlice: number;
  /** Spans kept in all: traces of thousands of spans must not fill the memory. */
  readonly spans: number;
  readonly questions: number;
  readonly atOnce: number;
}
export const readBounds: ReadBounds = {
  tracesPerSlice: 500,
  spans: 400_000,
  questions: 400,
  atOnce: 3,
};

export interface TracesAsk {
  readonly service: string;
  readonly window: TimeWindow;
  /** From 1 to the most that a study may ask for. */
  readonly most: number;
  readonly filters?: TraceFilters;
  /** The asker has gone: reading stops and throws its reason. */
  readonly signal?: AbortSignal;
  /** It took long enough: reading stops with what is there. */
  readonly enough?: AbortSignal;
}

/** Why reading ended before the window's beginning: as many as asked, a bound of this reader, or the source's failure. */
export type EndedBy = "most" | "spans" | "questions" | "time" | "failure";

export type Slices = ReturnType<typeof createSlices>;

export interface Reading {
  readonly reader: TraceReader;
  readonly ask: TracesAsk;
  readonly bounds: ReadBounds;
  readonly state: ReadState;
  readonly running: Set<Promise<void>>;
  readonly signal: AbortSignal;
}

export interface ReadState {
  questions: number;
  ended: EndedBy | null;
  failure: AppError | null;
}

/** What `enough` stopped is no failure. */
export function toFailure(error: unknown, { signal, enough }: TracesAsk): AppError | null {
  if (signal?.aborted === true || enough?.aborted === true) return null;
  if (isAppError(error)) return error;
  throw error;
}
