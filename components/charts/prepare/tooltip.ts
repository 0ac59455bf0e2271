/** Tooltip of a point: its interval, number of observations, and the value and bucket of each line. */
import { absenceTitle } from "@/lib/format/absence";
import { formatBucket, formatCount, formatNumber, formatValue, thinSpace } from "@/lib/format/number";
import { formatClock, formatDateTime } from "@/lib/format/time";
import type { DrawnRow, PreparedSeries } from "./time-series";

export interface TooltipRow {
  readonly label: string;
  readonly colour: string;
  readonly isHeadline: boolean;
  readonly value: string;
  readonly bucket: string | null;
}

export interface TooltipText {
  readonly interval: string;
  readonly n: string | null;
  readonly rows: readonly TooltipRow[];
  /** Reason if the point has no values. */
  readonly missing: string | null;
  /** Comparison line and usual range at this point. */
  readonly notes: readonly string[];
}

const dayMs = 86_400_000;

export function createTooltipText(data: PreparedSeries, index: number, timeZone: string): TooltipText {
  const endMs = (data.timesSec[index] ?? 0) * 1000;
  const startMs = endMs - data.rateWindowMs;
  const spanMs = ((data.timesSec.at(-1) ?? 0) - (data.timesSec[0] ?? 0)) * 1000;
  const withSeconds = data.stepMs < 60_000;
  const start =
    spanMs > dayMs ? formatDateTime(startMs, timeZone) : formatClock(startMs, timeZone, withSeconds);
  const n = data.rows.find((row) => row.n !== null)?.n?.[index];
  const gap = data.gaps.find(({ fromIndex, toIndex }) => index >= fromIndex && index <= toIndex);
  return {
    interval: `${start}–${formatClock(endMs, timeZone, withSeconds)}`,
    n: n === null || n === undefined ? null : `n${thinSpace}=${thinSpace}${formatCount(n)}`,
    rows: data.rows.flatMap((row) => toRow(row, index, data)),
    notes: notesOf(data, index),
    missing: gap === undefined ? null : `${absenceTitle(gap.reason)}.`,
  };
}

function notesOf({ comparison, usual, rows, displayUnit }: PreparedSeries, index: number): readonly string[] {
  const unit = formatValue(0, rows[0]?.source.unit ?? "seconds", displayUnit).unit;
  const before = comparison?.values[index] ?? null;
  const [lower, upper] = [usual?.lower[index] ?? null, usual?.upper[index] ?? null];
  const learning = usual?.learning[index] ?? null;
  return [
    ...(comparison === undefined || before === null
      ? []
      : [`${comparison.label}: ${formatNumber(before)}${thinSpace}${unit}`]),
    ...(learning === null ? [] : [learning]),
    ...(lower === null || upper === null
      ? []
      : [
          `${learning === null ? (usual?.name ?? "usual range") : "so far"} ${formatNumber(lower)}–${formatNumber(upper)}${thinSpace}${unit}`,
        ]),
  ];
}

function toRow(row: DrawnRow, index: number, { displayUnit }: PreparedSeries): readonly TooltipRow[] {
  const value = row.values[index];
  if (value === null || value === undefined) return [];
  const { unit } = formatValue(0, row.source.unit, displayUnit);
  const lower = row.source.lower?.[index];
  const isQuantile = row.lower !== null && lower !== null && lower !== undefined;
  const upper = row.source.upper?.[index] ?? null;
  return [
    {
      label: row.label,
      colour: row.colour,
      isHeadline: row.isHeadline,
      value: `${formatNumber(value)}${thinSpace}${unit}`,
      bucket: isQuantile ? formatBucket({ lower, upper }, row.source.unit, displayUnit) : null,
    },
  ];
}
