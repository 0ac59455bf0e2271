/** Shares as stacked areas. The unexplained share is hatched. */
import type uPlot from "uplot";
import { findValueRuns } from "@/components/charts/prepare/stack";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import type { ChartTheme } from "@/components/charts/theme";

const opacity = 0.82;
const hatchGap = 5;

type Edge = readonly (number | null)[];

/** Draws the rows as stacked areas. Draws nothing if the data are not stacked. */
export function drawStackedAreas(
  plot: uPlot,
  { timesSec, rows, stackTops = [] }: PreparedSeries,
  theme: ChartTheme,
): void {
  if (stackTops.length === 0) return;
  const xs = timesSec.map((sec) => plot.valToPos(sec, "x", true));
  const { ctx } = plot;
  for (const [index, top] of stackTops.entries()) {
    const row = rows[index];
    if (row === undefined) continue;
    const outline = areaOf(plot, xs, { top, bottom: stackTops[index - 1] });
    ctx.save();
    ctx.fillStyle = theme.resolveColour(row.colour);
    ctx.globalAlpha = opacity;
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
    ctx.fill(outline);
    ctx.globalAlpha = 1;
    if (row.isHatched === true) drawHatch(plot, outline, theme);
    ctx.strokeStyle = theme.paper;
    ctx.lineWidth = devicePixelRatio;
    ctx.stroke(outline);
    ctx.restore();
  }
}

interface Edges {
  readonly top: Edge;
  readonly bottom: Edge | undefined;
}

/** Returns the outline along the top and back along the bottom, for each run of points. */
function areaOf(plot: uPlot, xs: readonly number[], { top, bottom }: Edges): Path2D {
  const outline = new Path2D();
  const y = (edge: Edge | undefined, index: number): number => plot.valToPos(edge?.[index] ?? 0, "y", true);
  for (const [from, to] of findValueRuns(top)) {
    outline.moveTo(xs[from] ?? 0, y(bottom, from));
    for (let index = from; index <= to; index += 1) outline.lineTo(xs[index] ?? 0, y(top, index));
    for (let index = to; index >= from; index -= 1) outline.lineTo(xs[index] ?? 0, y(bottom, index));
    outline.closePath();
  }
  return outline;
}

function drawHatch({ ctx, bbox }: uPlot, outline: Path2D, theme: ChartTheme): void {
  const gap = hatchGap * devicePixelRatio;
  ctx.save();
  ctx.clip(outline);
  ctx.strokeStyle = theme.ink3;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  for (let x = bbox.left - bbox.height; x < bbox.left + bbox.width; x += gap) {
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x + bbox.height, bbox.top + bbox.height);
  }
  ctx.stroke();
  ctx.restore();
}
