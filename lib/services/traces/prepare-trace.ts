/** What everything that is drawn of a trace begins with: its rows, and by how much its clocks differ. Done once for each trace that was read. */
import { correctClocks, type ClockCorrection } from "@/lib/analysis/traces/clock-skew";
import { correctedTreeRows, treeRowsInSteps, type TreeRow } from "@/lib/analysis/traces/tree";
import { runInSteps } from "@/lib/base/run-in-steps";
import type { Trace } from "@/lib/model/trace";

export interface PreparedTrace {
  /** As the source told it. */
  readonly recorded: Trace;
  readonly recordedRows: readonly TreeRow[];
  readonly correction: ClockCorrection;
}

export function* prepareTrace(recorded: Trace): Generator<void, PreparedTrace> {
  const recordedRows = yield* treeRowsInSteps(recorded);
  yield;
  return { recorded, recordedRows, correction: correctClocks(recorded, undefined, recordedRows) };
}

const prepared = new WeakMap<Trace, Promise<PreparedTrace>>();

/** Whoever asks first has it done; the others share it. It does not end with its caller, since others may wait for it. */
export function preparedTrace(recorded: Trace): Promise<PreparedTrace> {
  const known = prepared.get(recorded);
  if (known !== undefined) return known;
  const made = runInSteps(prepareTrace(recorded), new AbortController().signal);
  prepared.set(recorded, made);
  return made;
}

export interface TimedTrace {
  readonly trace: Trace;
  readonly rows: readonly TreeRow[];
}

/** The trace and its rows with the times that are wanted. */
export function* withClockMode(
  { recorded, recordedRows, correction }: PreparedTrace,
  mode: "raw" | "corrected",
): Generator<void, TimedTrace> {
  if (mode === "raw" || correction.correctedSpans === 0) return { trace: recorded, rows: recordedRows };
  return { trace: correction.trace, rows: yield* correctedTreeRows(recordedRows, correction.trace.spans) };
}
