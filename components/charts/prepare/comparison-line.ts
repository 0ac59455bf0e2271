/** The headline line of another window, laid over this one's points. */
import type { Answer } from "@/lib/model/answer";
import { displayFactor } from "@/lib/format/number";
import type { ComparisonLine, PreparedSeries } from "./time-series";

export interface ComparisonSource {
  readonly answer: Answer;
  /** How far before a point of this window its counterpart lies. */
  readonly shiftMs: number;
  readonly label: string;
}

/**
 * The row of the same signal and statistic as the chart's headline, in its display unit; the nearest point of the other grid,
 * where one lies within its step. Undefined when the other window has no such row.
 */
export function prepareComparisonLine(
  data: PreparedSeries,
  { answer, shiftMs, label }: ComparisonSource,
): ComparisonLine | undefined {
  const main = (data.rows.find((row) => row.isHeadline) ?? data.rows[0])?.source;
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
