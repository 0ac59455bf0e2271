/** Prepares a trace for drawing: its rows and clock offsets. Runs once per trace that was read. */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import { correctClocks, type ClockCorrection } from "@/lib/analysis/traces/clock-skew";
import { rebuildTreeRows, buildTreeRowsInSteps, type TreeRow } from "@/lib/analysis/traces/tree-rows";
import { runInSteps } from "@/lib/base/steps";
import type { Trace } from "@/lib/model/traces/trace";

/** Trace with its rows and the correction of its clocks. */
export interface PreparedTrace {
  /** Trace as reported by the source. */
  readonly recordedTrace: Trace;
  readonly recordedRows: readonly TreeRow[];
  readonly clockCorrection: ClockCorrection;
}

/** Computes rows and clock correction of a trace, in steps. */
export function* prepareTrace(recorded: Trace): Generator<void, PreparedTrace> {
  const recordedRows = yield* buildTreeRowsInSteps(recorded);
  yield;
  return {
    recordedTrace: recorded,
    recordedRows,
    clockCorrection: correctClocks(recorded, undefined, recordedRows),
  };
}

/**
 * Computes rows and clock correction of a trace once and shares the result between callers. A single caller
 * cannot abort it.
 */
export const prepareTraceInSteps = memoizePerObject((recorded: Trace) =>
  runInSteps(prepareTrace(recorded), new AbortController().signal),
);

/** Trace and rows with recorded or with corrected times. */
export interface TimedTrace {
  readonly trace: Trace;
  readonly rows: readonly TreeRow[];
}

/** Returns the trace and its rows with recorded (`raw`) or corrected times. */
export function* applyClockMode(
  { recordedTrace, recordedRows, clockCorrection }: PreparedTrace,
  clockMode: "raw" | "corrected",
): Generator<void, TimedTrace> {
  if (clockMode === "raw" || clockCorrection.correctedSpanCount === 0)
    return { trace: recordedTrace, rows: recordedRows };
  return {
    trace: clockCorrection.trace,
    rows: yield* rebuildTreeRows(recordedRows, clockCorrection.trace.spans),
  };
}
