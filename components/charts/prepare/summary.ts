/** Text of a chart for screen readers. */
import {
  formatNumber,
  formatQuantile,
  formatValue,
  thinSpace,
  type FormattedQuantile,
} from "@/lib/format/number";
import { formatCoarseDuration } from "@/lib/format/time";
import type { DisplayUnit } from "@/lib/model/units";
import { findBucketAt } from "./bucket-at";
import type { PreparedSeries } from "./time-series";

/** Returns the last value and the range of each line as a sentence for screen readers. */
export function chartSummary(data: PreparedSeries): string {
  const spanMs = ((data.timesSec.at(-1) ?? 0) - (data.timesSec[0] ?? 0)) * 1000;
  const { unit } = formatValue(0, "seconds", data.displayUnit);
  const lines = data.rows.map((row) => {
    const present = spanOf(row.values);
    if (present === undefined) return `${row.label} has no values`;
    const { text, isBelowResolution } = formatPoint(row, present.lastIndex, data.displayUnit);
    const [min, max] = [present.minIndex, present.maxIndex].map(
      (index) => formatPoint(row, index, data.displayUnit).text,
    );
    const note = isBelowResolution ? ", below resolution" : "";
    return `${row.label} is ${text}${thinSpace}${unit}${note}, between ${min} and ${max}`;
  });
  const { comparison, usual, baseline } = data;
  const before = comparison?.values.findLast((value) => value !== null) ?? null;
  if (comparison !== undefined && before !== null)
    lines.push(`the last value of ${comparison.label} was ${formatNumber(before)}${thinSpace}${unit}`);
  if (usual !== undefined) lines.push(usual.text);
  if (baseline !== undefined) lines.push(`${baseline.label}, was ${baseline.text}`);
  return `Over ${formatCoarseDuration(spanMs)}: ${lines.join("; ")}.`;
}

type SummaryRow = PreparedSeries["rows"][number];

/** Formats a value without its unit. A percentile in the first or last bucket is the edge of its bucket. */
function formatPoint(
  { values, series }: SummaryRow,
  index: number,
  displayUnit: DisplayUnit,
): Pick<FormattedQuantile, "text" | "isBelowResolution"> {
  const quantile = formatQuantile(
    series.values?.[index] ?? Number.NaN,
    findBucketAt(series, index),
    series.unit,
    displayUnit,
  );
  return quantile.isBound
    ? quantile
    : { text: formatNumber(values[index] ?? Number.NaN), isBelowResolution: false };
}

interface ValueSpan {
  readonly minIndex: number;
  readonly maxIndex: number;
  readonly lastIndex: number;
}

/** Returns the positions of the smallest, the largest and the last value. Undefined if no value is present. */
function spanOf(values: readonly (number | null)[]): ValueSpan | undefined {
  const lastIndex = values.findLastIndex((value) => value !== null);
  if (lastIndex === -1) return undefined;
  let [minIndex, maxIndex] = [lastIndex, lastIndex];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    if (value < (values[minIndex] ?? 0)) minIndex = index;
    else if (value > (values[maxIndex] ?? 0)) maxIndex = index;
  }
  return { minIndex, maxIndex, lastIndex };
}
