/** Prepares a trace for drawing: its rows and clock offsets. Runs once per trace that was read. */
import { oncePer } from "@/lib/base/once-per";
import { correctClocks, type ClockCorrection } from "@/lib/analysis/traces/clock-skew";
import { correctedTreeRows, treeRowsInSteps, type TreeRow } from "@/lib/analysis/traces/tree";
import { runInSteps } from "@/lib/base/steps";
import type { Trace } from "@/lib/model/traces/trace";

export interface PreparedTrace {
  /** Trace as reported by the source. */
  readonly recorded: Trace;
  readonly recordedRows: readonly TreeRow[];
  readonly correction: ClockCorrection;
}

export function* prepareTrace(recorded: Trace): Generator<void, PreparedTrace> {
  const recordedRows = yield* treeRowsInSteps(recorded);
  yield;
  return { recorded, recordedRows, correction: correctClocks(recorded, undefined, recordedRows) };
}

/**
 * Prepares a trace once and shares the result between callers. It ignores the abort of a single caller, because
 * others may be waiting.
 */
export const prepareTraceInSteps = oncePer((recorded: Trace) =>
  runInSteps(prepareTrace(recorded), new AbortController().signal),
);

export interface TimedTrace {
  readonly trace: Trace;
  readonly rows: readonly TreeRow[];
}

/** Returns the trace and its rows with reported or corrected times. */
export function* applyClockMode(
  { recorded, recordedRows, correction }: PreparedTrace,
  mode: "raw" | "corrected",
): Generator<void, TimedTrace> {
  if (mode === "raw" || correction.correctedSpanCount === 0) return { trace: recorded, rows: recordedRows };
  return { trace: correction.trace, rows: yield* correctedTreeRows(recordedRows, correction.trace.spans) };
}
