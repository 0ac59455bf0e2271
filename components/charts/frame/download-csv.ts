/**
 * Writes a panel's values as CSV: canonical units, full timestamps, and empty cells for missing values. Bucket bounds
 * are next to each percentile, and observation counts are the last columns.
 */
import type { Answer, AnswerSeries, CountSeries } from "@/lib/model/answer";
import { toCsv, type CsvCell } from "@/lib/format/csv";
import { formatGroupName } from "@/lib/format/series-name";
import { findBucketAt } from "@/components/charts/prepare/bucket-at";
import { saveCsv } from "./save-file";

interface Column {
  readonly head: string;
  readonly cellAt: (index: number) => CsvCell;
}

/**
 * Returns the value column and, for a percentile, the columns of its bucket bounds. The last bucket has no upper
 * bound.
 */
function columnsOf(series: AnswerSeries): readonly Column[] {
  const { lower, upper, unit } = series;
  const measure = `${series.signal} ${series.role ?? series.statistic}`;
  const name = series.group === undefined ? measure : `${formatGroupName(series.group)}: ${measure}`;
  const main = { head: `${name} (${unit})`, cellAt: (index: number) => valueCell(series, index) };
  if (lower === undefined) return [main];
  const upperAt = (index: number): CsvCell =>
    upper?.[index] ?? (typeof lower[index] === "number" ? "Inf" : null);
  return [
    main,
    { head: `${name} bucket lower bound (${unit})`, cellAt: (index) => lower[index] ?? null },
    { head: `${name} bucket upper bound (${unit})`, cellAt: upperAt },
  ];
}

/** Returns the value. In the first bucket it is only known to be below the bucket's upper bound: "<0.01". */
function valueCell(series: AnswerSeries, index: number): CsvCell {
  const bucket = findBucketAt(series, index);
  const isFirst = bucket !== null && bucket.lower === 0 && bucket.upper !== null && bucket.upper > 0;
  return isFirst ? `<${bucket.upper}` : (series.values[index] ?? null);
}

/** Prometheus extrapolates at the edges of a window, so counts have decimals. They are rounded as on screen. */
function countColumn({ signal, n }: CountSeries): Column {
  return { head: `${signal} n (rounded)`, cellAt: (index) => roundCount(n[index]) };
}

function roundCount(n: number | null | undefined): number | null {
  return n === null || n === undefined ? null : Math.round(n);
}

/** Writes all series of an answer as CSV, with one line per point. */
export function formatAnswerCsv(answer: Answer): string {
  const columns = [...answer.series.flatMap(columnsOf), ...answer.counts.map(countColumn)];
  const head = ["time", ...columns.map((column) => column.head)];
  const rows = Array.from({ length: answer.pointCount }, (_, index) => [
    new Date(answer.startMs + index * answer.stepMs).toISOString(),
    ...columns.map(({ cellAt }) => cellAt(index)),
  ]);
  return toCsv([head, ...rows]);
}

/** Saves all series of an answer as a CSV file. */
export function downloadCsv(title: string, answer: Answer): void {
  saveCsv(title, answer.window, formatAnswerCsv(answer));
}
