/**
 * Start and end of each row as columns, because many analyses need them. Computed in steps, because a trace may have
 * 50,000 rows.
 */
import { isEndOfStep } from "@/lib/base/steps";
import { endNs, type TreeRow } from "@/lib/analysis/traces/tree-rows";

/** Start and end of each row in nanoseconds since the start of the trace. */
export interface RowTimes {
  readonly startsNs: Float64Array;
  readonly endsNs: Float64Array;
}

/** Computes start and end of the first `rowCount` rows, in steps. */
export function* listRowTimesInSteps(
  rows: readonly TreeRow[],
  rowCount = rows.length,
): Generator<void, RowTimes> {
  const [starts, ends] = [new Float64Array(rowCount), new Float64Array(rowCount)];
  for (let row = 0; row < rowCount; row += 1) {
    if (isEndOfStep(row)) yield;
    const span = rows[row]?.span;
    if (span === undefined) continue;
    starts[row] = span.startNs;
    ends[row] = endNs(span);
  }
  return { startsNs: starts, endsNs: ends };
}
