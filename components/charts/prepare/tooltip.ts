/** Tooltip of a point: its interval, number of observations, and the value and bucket of each line. */
import { absenceTitle } from "@/lib/format/absence";
import {
  formatBucket,
  formatCount,
  formatNumber,
  formatQuantile,
  formatValue,
  thinSpace,
} from "@/lib/format/number";
import { formatClock, formatDateTime, formatLongDuration } from "@/lib/format/time";
import { findBucketAt } from "./bucket-at";
import type { DrawnRow, PreparedSeries } from "./time-series";

/** Line of a tooltip: one series with its value. */
export interface TooltipRow {
  readonly label: string;
  readonly colour: string;
  readonly isHeadline: boolean;
  readonly value: string;
  /** Bounds of the histogram bucket that contains a percentile. Null for other statistics. */
  readonly bucket: string | null;
}

/** Texts of the tooltip at one point. */
export interface TooltipText {
  readonly interval: string;
  readonly n: string | null;
  readonly rows: readonly TooltipRow[];
  /** Reason why the point has no values. Null if it has values. */
  readonly absenceText: string | null;
  /** Comparison line, usual range and baseline at this point. */
  readonly notes: readonly string[];
}

const dayMs = 86_400_000;

/** Returns the texts of the tooltip at one point. */
export function createTooltipText(data: PreparedSeries, pointIndex: number, timeZone: string): TooltipText {
  const endMs = (data.timesSec[pointIndex] ?? 0) * 1000;
  const startMs = endMs - data.rateWindowMs;
  const spanMs = ((data.timesSec.at(-1) ?? 0) - (data.timesSec[0] ?? 0)) * 1000;
  const withSeconds = data.stepMs < 60_000;
  const start =
    spanMs > dayMs ? formatDateTime(startMs, timeZone) : formatClock(startMs, timeZone, withSeconds);
  const n = data.rows.find((row) => row.n !== null)?.n?.[pointIndex];
  const gap = data.gaps.find(({ fromIndex, toIndex }) => pointIndex >= fromIndex && pointIndex <= toIndex);
  return {
    interval: `${start}–${formatClock(endMs, timeZone, withSeconds)}`,
    n: n === null || n === undefined ? null : `n${thinSpace}=${thinSpace}${formatCount(n)}`,
    rows: data.rows.flatMap((row) => toRow(row, pointIndex, data)),
    notes: notesOf(data, pointIndex, timeZone),
    absenceText: gap === undefined ? null : `${absenceTitle(gap.reason)}.`,
  };
}

function notesOf(
  { timesSec, comparison, usual, baseline, rows, displayUnit }: PreparedSeries,
  index: number,
  timeZone: string,
): readonly string[] {
  const timeMs = (timesSec[index] ?? 0) * 1_000;
  const unit = formatValue(0, rows[0]?.series.unit ?? "seconds", displayUnit).unit;
  const before = comparison?.values[index] ?? null;
  const [lower, upper] = [usual?.lower[index] ?? null, usual?.upper[index] ?? null];
  const learning = usual?.learning[index] ?? null;
  return [
    ...(comparison === undefined || before === null
      ? []
      : [`${momentText(timeMs, comparison.shiftMs, timeZone)}: ${formatNumber(before)}${thinSpace}${unit}`]),
    ...(learning === null ? [] : [learning]),
    ...(lower === null || upper === null
      ? []
      : [
          `${learning === null ? (usual?.name ?? "usual range") : "so far"} ${formatNumber(lower)}–${formatNumber(upper)}${thinSpace}${unit}`,
        ]),
    ...(baseline === undefined ? [] : [`${baseline.label}: ${baseline.text}`]),
  ];
}

/** Names the one moment whose value is compared: "7 d earlier, Mon 23 Nov, 04:12". */
function momentText(timeMs: number, shiftMs: number, timeZone: string): string {
  return `${formatLongDuration(shiftMs)} earlier, ${formatDateTime(timeMs - shiftMs, timeZone)}`;
}

function toRow(row: DrawnRow, index: number, { displayUnit }: PreparedSeries): readonly TooltipRow[] {
  const value = row.values[index];
  if (value === null || value === undefined) return [];
  const { unit } = formatValue(0, row.series.unit, displayUnit);
  const bucket = row.bucketLower === null ? null : findBucketAt(row.series, index);
  const canonical = row.series.values?.[index] ?? null;
  const quantile =
    bucket === null || canonical === null
      ? null
      : formatQuantile(canonical, bucket, row.series.unit, displayUnit);
  return [
    {
      label: row.label,
      colour: row.colour,
      isHeadline: row.isHeadline,
      value: `${quantile?.isBound === true ? quantile.text : formatNumber(value)}${thinSpace}${unit}`,
      bucket:
        bucket === null
          ? null
          : quantile?.isBelowResolution === true
            ? "below resolution"
            : formatBucket(bucket, row.series.unit, displayUnit),
    },
  ];
}
