/**
 * Distribution over time: buckets as rows of equal height, from low to high boundaries. Each cell has its share of the
 * point's observations.
 */
import type { Unit } from "@/lib/model/units";
import type { DisplayUnit } from "@/lib/model/units";
import { displayFactor, formatCount, formatBucketEdge, formatValue, thinSpace } from "@/lib/format/number";
import { formatClock, formatDateTime, formatCoarseDuration } from "@/lib/format/time";

/** Bucket of a heatmap with its observations over time. */
export interface HeatmapBucket {
  /** Lower bound in canonical units; −Infinity if the first boundary is 0 or less. */
  readonly lower: number;
  /** Upper bound in canonical units; Infinity in the last bucket. */
  readonly upper: number;
  /** Observations at each point; NaN where the source has no value. */
  readonly counts: Float64Array;
  /** Share of the point's observations; NaN where there are none. */
  readonly shares: Float64Array;
}

/** Data of a heatmap in the form in which it is drawn. */
export interface PreparedHeatmap {
  readonly timesSec: readonly number[];
  readonly buckets: readonly HeatmapBucket[];
  /** Observations per point. */
  readonly observationCounts: Float64Array;
  /** Share drawn in the darkest colour. */
  readonly highestShare: number;
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
  readonly stepMs: number;
  readonly rateWindowMs: number;
}

/** Number of colour steps of cells, without the background. */
export const heatLevelCount = 6;

/**
 * Returns the colour step of a cell: 1 to `heatLevelCount` by its share of observations, 0 without
 * observations.
 */
export function heatLevel(share: number, highestShare: number): number {
  if (!(share > 0) || !(highestShare > 0)) return 0;
  return Math.max(1, Math.min(heatLevelCount, Math.ceil((share / highestShare) * heatLevelCount - 1e-9)));
}

/** Removes empty buckets below the first and above the last bucket with observations. */
export function trimEmptyBuckets(buckets: readonly HeatmapBucket[]): readonly HeatmapBucket[] {
  const isUsed = ({ counts }: HeatmapBucket): boolean => counts.some((count) => count > 0);
  const first = buckets.findIndex(isUsed);
  return first < 0 ? [] : buckets.slice(first, buckets.findLastIndex(isUsed) + 1);
}

/** Formats the bounds of a bucket: "0.25–0.5 s", "≥ 60 s", "≤ 0 s". */
export function bucketName({ lower, upper }: HeatmapBucket, { unit, displayUnit }: PreparedHeatmap): string {
  const factor = displayFactor(unit, displayUnit);
  const name = `${thinSpace}${formatValue(0, unit, displayUnit).unit}`;
  if (upper === Number.POSITIVE_INFINITY) return `≥${thinSpace}${formatBucketEdge(lower * factor)}${name}`;
  if (lower === Number.NEGATIVE_INFINITY) return `≤${thinSpace}${formatBucketEdge(upper * factor)}${name}`;
  return `${formatBucketEdge(lower * factor)}–${formatBucketEdge(upper * factor)}${name}`;
}

/**
 * Returns the lower bound of a bucket as text. If `bucketIndex` equals the number of buckets, returns the upper bound
 * of the last bucket.
 */
export function bucketEdgeText({ buckets, unit, displayUnit }: PreparedHeatmap, bucketIndex: number): string {
  const edge = bucketIndex < buckets.length ? buckets[bucketIndex]?.lower : buckets.at(-1)?.upper;
  return edge === undefined || !Number.isFinite(edge)
    ? ""
    : formatBucketEdge(edge * displayFactor(unit, displayUnit));
}

/**
 * Returns the index of the newest point with a sample, or of the last point, where keyboard navigation
 * starts.
 */
export function newestSampledIndex({ observationCounts, timesSec }: PreparedHeatmap): number {
  const index = observationCounts.findLastIndex((total) => !Number.isNaN(total));
  return index < 0 ? timesSec.length - 1 : index;
}

/** Texts of the tooltip of a heatmap cell. */
export interface CellText {
  /** Time interval of the cell's point. */
  readonly interval: string;
  /** Number of observations in all buckets of the point. */
  readonly countText: string;
  /** Bounds of the bucket, its count and share. */
  readonly bucketText: string;
}

/** Returns the texts of a cell's tooltip. */
export function cellText(
  data: PreparedHeatmap,
  timeIndex: number,
  bucketIndex: number,
  timeZone: string,
): CellText {
  const endMs = (data.timesSec[timeIndex] ?? 0) * 1_000;
  const startMs = endMs - data.rateWindowMs;
  const withSeconds = data.stepMs < 60_000;
  const spanMs = ((data.timesSec.at(-1) ?? 0) - (data.timesSec[0] ?? 0)) * 1_000;
  const start =
    spanMs > 86_400_000 ? formatDateTime(startMs, timeZone) : formatClock(startMs, timeZone, withSeconds);
  const total = data.observationCounts[timeIndex] ?? Number.NaN;
  const band = data.buckets[bucketIndex];
  return {
    interval: `${start}–${formatClock(endMs, timeZone, withSeconds)}`,
    countText: Number.isNaN(total) ? "no sample" : `n${thinSpace}=${thinSpace}${formatCount(total)}`,
    bucketText: band === undefined ? "" : countText(data, band, timeIndex),
  };
}

function countText(data: PreparedHeatmap, band: HeatmapBucket, index: number): string {
  const count = band.counts[index] ?? Number.NaN;
  const share = band.shares[index] ?? Number.NaN;
  const name = bucketName(band, data);
  if (Number.isNaN(count)) return `${name}: no sample`;
  return Number.isNaN(share)
    ? `${name}: ${formatCount(count)}`
    : `${name}: ${formatCount(count)}, ${formatCellShare(share)}`;
}

/** Returns n of a point and the buckets with its median and its p95: "n = 120 · p50 in 5–7.5 s · p95 in 7.5–10 s". */
export function formatHeatmapPoint(data: PreparedHeatmap, index: number): string {
  const total = data.observationCounts[index] ?? Number.NaN;
  if (Number.isNaN(total)) return "no sample";
  const quantiles = [50, 95].flatMap((percent) => {
    const band = findQuantileBucket(data.buckets, index, percent / 100);
    return band === undefined ? [] : [`p${percent} in ${bucketName(band, data)}`];
  });
  return [`n${thinSpace}=${thinSpace}${formatCount(total)}`, ...quantiles].join(" · ");
}

/** Returns the bucket that contains a quantile of a point. Undefined without observations. */
function findQuantileBucket(
  buckets: readonly HeatmapBucket[],
  index: number,
  quantile: number,
): HeatmapBucket | undefined {
  let share = 0;
  // Sums of shares differ from 1 by rounding errors.
  return buckets.find((band) => (share += band.shares[index] ?? 0) >= quantile - 1e-9);
}

/** Formats a share as a percentage with two or three significant digits; below 0.1 % as "<0.1 %". */
export function formatCellShare(share: number): string {
  const percentage = share * 100;
  if (percentage > 0 && percentage < 0.1) return `<0.1${thinSpace}%`;
  return `${Number(percentage.toPrecision(percentage >= 10 ? 3 : 2))}${thinSpace}%`;
}

/** Returns a summary sentence: the bucket with the most observations, the lowest and the highest. */
export function heatmapSummary(data: PreparedHeatmap): string {
  const spanMs = ((data.timesSec.at(-1) ?? 0) - (data.timesSec[0] ?? 0)) * 1_000;
  const sums = data.buckets.map(({ counts }) =>
    counts.reduce((sum, count) => sum + (count > 0 ? count : 0), 0),
  );
  const total = sums.reduce((sum, one) => sum + one, 0);
  const fullestIndex = sums.indexOf(Math.max(...sums));
  const [band, first, last] = [data.buckets[fullestIndex], data.buckets[0], data.buckets.at(-1)];
  const over = `Over ${formatCoarseDuration(spanMs)}`;
  if (band === undefined || first === undefined || last === undefined || total === 0)
    return `${over}: no observations.`;
  const share = formatCellShare((sums[fullestIndex] ?? 0) / total);
  return `${over}: ${share} of the observations are in ${bucketName(band, data)}. The smallest are in ${bucketName(first, data)}, the largest in ${bucketName(last, data)}.`;
}
