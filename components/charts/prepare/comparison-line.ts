/** The line of the comparison window, shifted in time to the points of the current window. */
import type { Answer } from "@/lib/model/answer";
import { displayFactor } from "@/lib/format/number";
import type { ComparisonLine, PreparedSeries } from "./time-series";

/** Answer of the comparison window, and its shift in time. */
export interface ComparisonSource {
  readonly answer: Answer;
  /** Distance in time between a point of this window and its counterpart. */
  readonly shiftMs: number;
  readonly label: string;
}

/**
 * Prepares the line of the comparison window for the headline statistic of a chart. Each point has the value
 * of the nearest point within its step. Undefined if the comparison window has no such series.
 */
export function prepareComparisonLine(
  data: PreparedSeries,
  { answer, shiftMs, label }: ComparisonSource,
): ComparisonLine | undefined {
  const main = (data.rows.find((row) => row.isHeadline) ?? data.rows[0])?.series;
  const row = answer.series.find(
    ({ signal, statistic }) => signal === main?.signal && statistic === main.statistic,
  );
  if (row === undefined) return undefined;
  const factor = displayFactor(row.unit, data.displayUnit);
  const values = data.timesSec.map((timeSec) => {
    const index = Math.round((timeSec * 1_000 - shiftMs - answer.startMs) / answer.stepMs);
    const value = row.values[index] ?? null;
    return value === null ? null : value * factor;
  });
  return { label, values, shiftMs };
}
