/** Text of a chart for screen readers. */
import { formatNumber, formatValue, thinSpace } from "@/lib/format/number";
import { formatCoarseDuration } from "@/lib/format/time";
import type { PreparedSeries } from "./time-series";

/** Returns the last value and the range of each line as a sentence for screen readers. */
export function chartSummary(data: PreparedSeries): string {
  const spanMs = ((data.timesSec.at(-1) ?? 0) - (data.timesSec[0] ?? 0)) * 1000;
  const { unit } = formatValue(0, "seconds", data.displayUnit);
  const lines = data.rows.map((row) => {
    const present = spanOf(row.values);
    if (present === undefined) return `${row.label} has no values`;
    const range = `between ${formatNumber(present.min)} and ${formatNumber(present.max)}`;
    return `${row.label} is ${formatNumber(present.last)}${thinSpace}${unit}, ${range}`;
  });
  const { comparison, usual, baseline } = data;
  const before = comparison?.values.findLast((value) => value !== null) ?? null;
  if (comparison !== undefined && before !== null)
    lines.push(`the last value of ${comparison.label} was ${formatNumber(before)}${thinSpace}${unit}`);
  if (usual !== undefined) lines.push(usual.text);
  if (baseline !== undefined) lines.push(`${baseline.label}, was ${baseline.text}`);
  return `Over ${formatCoarseDuration(spanMs)}: ${lines.join("; ")}.`;
}

interface ValueSpan {
  readonly min: number;
  readonly max: number;
  readonly last: number;
}

/** Returns the smallest, the largest and the last value. Undefined if no value is present. */
function spanOf(values: readonly (number | null)[]): ValueSpan | undefined {
  const last = values.findLast((value) => value !== null) ?? null;
  if (last === null) return undefined;
  let [min, max] = [last, last];
  for (const value of values) {
    if (value === null) continue;
    if (value < min) min = value;
    else if (value > max) max = value;
  }
  return { min, max, last };
}
