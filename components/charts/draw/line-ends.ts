/** What is written at the right end of lines and parts, and the limit they are held against. */
import type uPlot from "uplot";
import { fitLabel, placeLabels } from "@/components/charts/prepare/line-end-labels";
import { middlesOf } from "@/components/charts/prepare/stack";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import type { ChartTheme } from "@/components/charts/theme";
import { formatShown, formatValue } from "@/lib/format/number";
import { gutter, type PlotSettings } from "./plot-options";

type Settings = Pick<PlotSettings<PreparedSeries>, "current" | "theme">;

const labelGap = 14;
/** After the line that leads to it. */
const labelLeft = 18;
const leastNumberedPercent = 2;

/** A dashed line across the plot. */
export function drawLimit(plot: uPlot, { current, theme }: Settings): void {
  const data = current();
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
  /** On the axis of values: the line's end, or the middle of a part's; null where there is none. */
  readonly at: number | null;
}

function endLabels(data: PreparedSeries, theme: ChartTheme): readonly EndLabel[] {
  const middles = data.tops === undefined ? null : middlesOf(data.tops);
  const lines = data.rows.map((row, index): EndLabel => {
    const last = row.values.findLast((value) => value !== null) ?? null;
    const isAlone = data.rows.length === 1 && last !== null;
    const value = isAlone
      ? `${formatShown(last, data.displayUnit)}\u202f${formatValue(0, "seconds", data.displayUnit).unit}`
      : numberAt(last, data);
    return {
      name: isAlone ? "" : row.label,
      value,
      colour: theme.colour(row.colour),
      isHeadline: row.isHeadline,
      at: middles === null ? last : (middles[index] ?? null),
    };
  });
  return data.limit === null
    ? lines
    : [
        ...lines,
        { name: data.limit.label, value: "", colour: theme.target, isHeadline: false, at: data.limit.value },
      ];
}

/** Shares of a whole that are hardly to be seen are named without a number: their labels stand at the foot of the stack. */
function numberAt(last: number | null, { tops, displayUnit }: PreparedSeries): string {
  const isSmall = tops !== undefined && last !== null && last < leastNumberedPercent;
  return last === null || isSmall ? "" : formatShown(last, displayUnit);
}

/** Name and newest value of each line, apart from each other and tied to its end. */
export function drawLabels(plot: uPlot, { current, theme }: Settings): void {
  const data = current();
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const labels = endLabels(data, theme);
  const wanted = labels.map(({ at }) => (at === null ? null : plot.valToPos(at, "y", true)));
  const placed = placeLabels(wanted, {
    top: bbox.top,
    bottom: bbox.top + bbox.height,
    gap: labelGap * ratio,
  });
  const right = bbox.left + bbox.width;
  const room = (gutter.right - labelLeft) * ratio;
  ctx.save();
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  for (const { index, wantedY, y } of placed) {
    const label = labels[index];
    if (label === undefined) continue;
    ctx.strokeStyle = label.colour;
    ctx.lineWidth = ratio;
    ctx.beginPath();
    ctx.moveTo(right + 2 * ratio, wantedY);
    ctx.lineTo(right + 6 * ratio, y);
    ctx.stroke();
    ctx.lineWidth = 2 * ratio;
    ctx.beginPath();
    ctx.moveTo(right + 6 * ratio, y);
    ctx.lineTo(right + 14 * ratio, y);
    ctx.stroke();
    ctx.fillStyle = label.isHeadline ? theme.ink : theme.ink2;
    ctx.font = `${label.isHeadline ? 600 : 400} ${11 * ratio}px ${theme.fontSans}`;
    const text = fitLabel(label, room, (one) => ctx.measureText(one).width);
    ctx.fillText(text, right + labelLeft * ratio, y);
  }
  ctx.restore();
}
