/** Labels at the right end of lines and areas, of the limit and of a baseline; and the limit line. */
import type uPlot from "uplot";
import { fitLabel, layOutLineLabels } from "@/components/charts/prepare/line-end-labels";
import { computeNewestLayerMiddles } from "@/components/charts/prepare/stack";
import { findBucketAt } from "@/components/charts/prepare/bucket-at";
import type { DrawnRow, PreparedSeries } from "@/components/charts/prepare/time-series";
import type { ChartTheme } from "@/components/charts/theme";
import { formatDisplayValue, formatQuantile, formatValue } from "@/lib/format/number";
import { plotSpacingPx, type PlotSettings } from "./plot-options";

type Settings = Pick<PlotSettings<PreparedSeries>, "getData" | "theme">;

const labelGap = 14;
/** Distance from the plot to the label, after the connecting line. */
const labelOffset = 18;
const minLabelledPercent = 2;

/** Draws the limit as a dashed line across the plot. */
export function drawLimitLine(plot: uPlot, { getData, theme }: Settings): void {
  const data = getData();
  if (data.limit === null) return;
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(data.limit.value, "y", true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = theme.target;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

interface EndLabel {
  readonly name: string;
  readonly value: string;
  readonly colour: string;
  readonly isHeadline: boolean;
  /** Value at which the label is anchored: the end of a line or the middle of an area. Null without a value. */
  readonly at: number | null;
}

/** Returns the edge of the bucket for a newest percentile in the first or last bucket. Null for other values. */
function boundTextAt({ values, series }: DrawnRow, { displayUnit }: PreparedSeries): string | null {
  const index = values.findLastIndex((one) => one !== null);
  const [value, bucket] = [series.values?.[index] ?? null, findBucketAt(series, index)];
  if (value === null || bucket === null) return null;
  const { text, isBound } = formatQuantile(value, bucket, series.unit, displayUnit);
  return isBound ? text : null;
}

function endLabels(data: PreparedSeries, theme: ChartTheme): readonly EndLabel[] {
  const middles = data.stackTops === undefined ? null : computeNewestLayerMiddles(data.stackTops);
  const lines = data.rows.map((row, index): EndLabel => {
    const last = row.values.findLast((value) => value !== null) ?? null;
    const isSingleLine = data.rows.length === 1 && last !== null;
    const bound = boundTextAt(row, data);
    const value = isSingleLine
      ? `${bound ?? formatDisplayValue(last, data.displayUnit)}\u202f${formatValue(0, "seconds", data.displayUnit).unit}`
      : (bound ?? valueTextOf(last, data));
    return {
      name: isSingleLine ? "" : row.label,
      value,
      colour: theme.resolveColour(row.colour),
      isHeadline: row.isHeadline,
      at: middles === null ? last : (middles[index] ?? null),
    };
  });
  const { limit, baseline } = data;
  const level = { value: "", isHeadline: false } as const;
  return [
    ...lines,
    ...(limit === null ? [] : [{ ...level, name: limit.label, colour: theme.target, at: limit.value }]),
    ...(baseline === undefined
      ? []
      : [{ ...level, name: "baseline", colour: theme.ink2, at: baseline.value }]),
  ];
}

/** Returns the newest value as text. Empty for a very small share, because its label is at the bottom of the stack. */
function valueTextOf(last: number | null, { stackTops, displayUnit }: PreparedSeries): string {
  const isSmall = stackTops !== undefined && last !== null && last < minLabelledPercent;
  return last === null || isSmall ? "" : formatDisplayValue(last, displayUnit);
}

/** Draws the name and newest value of each line without overlaps, connected to the line's end. */
export function drawLineEndLabels(plot: uPlot, { getData, theme }: Settings): void {
  const data = getData();
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const labels = endLabels(data, theme);
  const lineYs = labels.map(({ at }) => (at === null ? null : plot.valToPos(at, "y", true)));
  const positions = layOutLineLabels(lineYs, {
    top: bbox.top,
    bottom: bbox.top + bbox.height,
    minGap: labelGap * ratio,
  });
  const right = bbox.left + bbox.width;
  const availableWidth = (plotSpacingPx.right - labelOffset) * ratio;
  ctx.save();
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  for (const { lineIndex, lineY, labelY } of positions) {
    const label = labels[lineIndex];
    if (label === undefined) continue;
    ctx.strokeStyle = label.colour;
    ctx.lineWidth = ratio;
    ctx.beginPath();
    ctx.moveTo(right + 2 * ratio, lineY);
    ctx.lineTo(right + 6 * ratio, labelY);
    ctx.stroke();
    ctx.lineWidth = 2 * ratio;
    ctx.beginPath();
    ctx.moveTo(right + 6 * ratio, labelY);
    ctx.lineTo(right + 14 * ratio, labelY);
    ctx.stroke();
    ctx.fillStyle = label.isHeadline ? theme.ink : theme.ink2;
    ctx.font = `${label.isHeadline ? 600 : 400} ${11 * ratio}px ${theme.fontSans}`;
    const text = fitLabel(label, availableWidth, (one) => ctx.measureText(one).width);
    ctx.fillText(text, right + labelOffset * ratio, labelY);
  }
  ctx.restore();
}
