/** The headline of the comparison window, aligned with the points of this window. */
import type { Answer } from "@/lib/model/answer";
import { displayFactor } from "@/lib/format/number";
import type { ComparisonLine, PreparedSeries } from "./time-series";

export interface ComparisonSource {
  readonly answer: Answer;
  /** Distance in time between a point of this window and its counterpart. */
  readonly shiftMs: number;
  readonly label: string;
}

/**
 * Returns the row with the signal and statistic of the chart's headline, in its display unit. Each point takes the
 * nearest point of the other grid within its step. Undefined if the comparison window has no such row.
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
  return { label, values };
}
