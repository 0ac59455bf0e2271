/** What everything that is drawn of a trace begins with: its rows, and by how much its clocks differ. Done once for each trace that was read. */
import { correctClocks, type ClockCorrection } from "@/lib/analysis/traces/clock-skew";
import { movedTreeRows, treeRowsInSteps, type TreeRow } from "@/lib/analysis/traces/tree";
import { inSteps } from "@/lib/base/in-steps";
import type { Trace } from "@/lib/model/trace";

export interface PreparedTrace {
  /** As the source told it. */
  readonly told: Trace;
  readonly toldRows: readonly TreeRow[];
  readonly correction: ClockCorrection;
}

export function* prepareTrace(told: Trace): Generator<void, PreparedTrace> {
  const toldRows = yield* treeRowsInSteps(told);
  yield;
  return { told, toldRows, correction: correctClocks(told, undefined, toldRows) };
}

const prepared = new WeakMap<Trace, Promise<PreparedTrace>>();

/** Whoever asks first has it done; the others share it. It does not end with its caller, since others may wait for it. */
export function preparedTrace(told: Trace): Promise<PreparedTrace> {
  const known = prepared.get(told);
  if (known !== undefined) return known;
  const made = inSteps(prepareTrace(told), new AbortController().signal);
  prepared.set(told, made);
  return made;
}

export interface TimedTrace {
  readonly trace: Trace;
  readonly rows: readonly TreeRow[];
}

/** The trace and its rows with the times that are wanted. */
export function* inTimesOf(
  { told, toldRows, correction }: PreparedTrace,
  mode: "raw" | "corrected",
): Generator<void, TimedTrace> {
  if (mode === "raw" || correction.movedSpans === 0) return { trace: told, rows: toldRows };
  return { trace: correction.trace, rows: yield* movedTreeRows(toldRows, correction.trace.spans) };
}
