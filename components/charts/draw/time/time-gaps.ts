/** Times at which no line has a value. */
import type uPlot from "uplot";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import { absenceTitle } from "@/lib/format/absence";
import type { PlotSettings } from "@/components/charts/draw/plot-options";

/** Draws a bracket below each gap in the data, and its reason above the plot if it fits. */
export function drawGaps(
  plot: uPlot,
  { getData, theme }: Pick<PlotSettings<PreparedSeries>, "getData" | "theme">,
): void {
  const data = getData();
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const at = (index: number): number =>
    plot.valToPos(data.timesSec[Math.max(0, Math.min(data.timesSec.length - 1, index))] ?? 0, "x", true);
  ctx.save();
  ctx.strokeStyle = theme.ink3;
  ctx.fillStyle = theme.ink3;
  ctx.lineWidth = ratio;
  ctx.font = `400 ${11 * ratio}px ${theme.fontSans}`;
  ctx.textAlign = "center";
  for (const { fromIndex, toIndex, reason } of data.gaps) {
    const [left, right] = [at(fromIndex), Math.max(at(toIndex), at(fromIndex) + 2 * ratio)];
    const base = bbox.top + bbox.height - ratio;
    ctx.beginPath();
    ctx.moveTo(left, base - 5 * ratio);
    ctx.lineTo(left, base);
    ctx.lineTo(right, base);
    ctx.lineTo(right, base - 5 * ratio);
    ctx.stroke();
    const text = absenceTitle(reason).toLowerCase();
    if (ctx.measureText(text).width < right - left - 8 * ratio)
      ctx.fillText(text, (left + right) / 2, bbox.top - 6 * ratio);
  }
  ctx.restore();
}
