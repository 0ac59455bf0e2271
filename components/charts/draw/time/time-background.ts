/** Background of a chart's lines: the usual range, the line of the comparison window, and a baseline. */
import type uPlot from "uplot";
import type { PreparedSeries, UsualBand } from "@/components/charts/prepare/time-series";
import type { ChartTheme } from "@/components/charts/theme";

interface BackgroundRange {
  readonly max: number;
  readonly minAboveZero: number;
}

/**
 * Returns the values that the Y scale must include in addition to the lines. A usual range that is still
 * being learned and the confidence interval of a baseline may be very wide and are clipped.
 */
export function computeBackgroundRange({ comparison, usual, baseline }: PreparedSeries): BackgroundRange {
  let [max, minAboveZero] = [0, Number.POSITIVE_INFINITY];
  const isKnown = (index: number): boolean => (usual?.learning[index] ?? null) === null;
  const known = [usual?.lower, usual?.upper].map((column) => column?.filter((_, index) => isKnown(index)));
  for (const column of [comparison?.values, ...known, baseline && [baseline.value]]) {
    for (const value of column ?? []) {
      if (value === null) continue;
      max = Math.max(max, value);
      if (value > 0) minAboveZero = Math.min(minAboveZero, value);
    }
  }
  return { max, minAboveZero };
}

function withinPlot({ ctx, bbox }: uPlot, paint: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  paint();
  ctx.restore();
}

/** Opacity of a range that is still being learned, relative to a known range. */
const learningAlpha = 0.45;

/**
 * Draws the usual range, one step per point, lighter while it is being learned. Draws nothing where it is unknown.
 */
export function drawUsualRange(plot: uPlot, { timesSec, usual }: PreparedSeries, theme: ChartTheme): void {
  if (usual === undefined) return;
  const { ctx, bbox } = plot;
  const lowestShown = plot.scales["y"]?.min ?? 0;
  const toY = (value: number): number => plot.valToPos(Math.max(value, lowestShown), "y", true);
  const toX = (index: number): number =>
    index < 0 ? bbox.left : plot.valToPos(timesSec[Math.min(index, timesSec.length - 1)] ?? 0, "x", true);
  withinPlot(plot, () => {
    ctx.fillStyle = theme.resolveColour("range");
    for (const { from, to, lower, upper, isLearning } of toBandSteps(usual)) {
      ctx.globalAlpha = isLearning ? learningAlpha : 1;
      const [left, top] = [toX(from - 1), toY(upper)];
      ctx.fillRect(left, top, toX(to) - left, toY(lower) - top);
    }
  });
}

interface BandStep {
  readonly from: number;
  readonly to: number;
  readonly lower: number;
  readonly upper: number;
  readonly isLearning: boolean;
}

/** Merges consecutive points with the same usual range, for example the points of an hour. */
export function toBandSteps(usual: Pick<UsualBand, "lower" | "upper" | "learning">): readonly BandStep[] {
  const steps: (Omit<BandStep, "to"> & { to: number })[] = [];
  for (const [index, lower] of usual.lower.entries()) {
    const upper = usual.upper[index] ?? null;
    if (lower === null || upper === null) continue;
    const isLearning = (usual.learning[index] ?? null) !== null;
    const last = steps.at(-1);
    const isSame = last?.lower === lower && last.upper === upper && last.isLearning === isLearning;
    if (isSame && last.to === index - 1) last.to = index;
    else steps.push({ from: index, to: index, lower, upper, isLearning });
  }
  return steps;
}

/** Draws the comparison line dashed and without fill, so that it is not mistaken for a current line. */
export function drawComparisonLine(
  plot: uPlot,
  { timesSec, comparison }: PreparedSeries,
  theme: ChartTheme,
): void {
  if (comparison === undefined) return;
  const { ctx } = plot;
  const ratio = devicePixelRatio;
  withinPlot(plot, () => {
    ctx.strokeStyle = theme.ink3;
    ctx.lineWidth = 1.5 * ratio;
    ctx.setLineDash([6 * ratio, 4 * ratio]);
    ctx.beginPath();
    let isDrawing = false;
    for (const [index, value] of comparison.values.entries()) {
      if (value === null) {
        isDrawing = false;
        continue;
      }
      const [x, y] = [plot.valToPos(timesSec[index] ?? 0, "x", true), plot.valToPos(value, "y", true)];
      if (isDrawing) ctx.lineTo(x, y);
      else ctx.moveTo(x, y);
      isDrawing = true;
    }
    ctx.stroke();
  });
}

const baselineDash = [2, 3];

/** Draws the value of a baseline as a dotted line, with its confidence interval as a band. */
export function drawBaseline(plot: uPlot, { baseline }: PreparedSeries, theme: ChartTheme): void {
  if (baseline === undefined) return;
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const lowestShown = plot.scales["y"]?.min ?? 0;
  const toY = (value: number): number => plot.valToPos(Math.max(value, lowestShown), "y", true);
  const { interval, value } = baseline;
  withinPlot(plot, () => {
    if (interval !== null) {
      const top = interval.upper === null ? bbox.top : toY(interval.upper);
      ctx.fillStyle = theme.resolveColour("range");
      ctx.fillRect(bbox.left, top, bbox.width, toY(interval.lower) - top);
    }
    const y = Math.round(toY(value)) + 0.5;
    ctx.strokeStyle = theme.ink2;
    ctx.lineWidth = ratio;
    ctx.setLineDash(baselineDash.map((length) => length * ratio));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  });
}
