/** Event markers on a uPlot chart: bands in the background, then lines, bars and icons in the lane above the plot. */
import type uPlot from "uplot";
import type { ChartTheme } from "@/components/charts/theme";
import {
  glyphPaths,
  markersWithin,
  layOutGlyphs,
  type Marker,
  type GlyphPosition,
} from "@/components/charts/prepare/markers";

/** Event markers of a chart and how they are drawn. */
export interface MarkerSettings {
  readonly getMarkers: () => readonly Marker[];
  /** True if names are shown next to the icons where they fit, which only one chart per page does. */
  readonly hasMarkerNames: boolean;
  readonly theme: ChartTheme;
}

const glyphSize = 9;
const glyphGap = 11;
const hatchGap = 6;
/** Distance from the plot to the middle of an icon. */
const glyphAbovePlot = 12;
/** Distance from the plot to the bar of a lane marker, below its icon. */
const barAbovePlot = 4;

function visibleMarkers(plot: uPlot, { getMarkers }: MarkerSettings): readonly Marker[] {
  const { min, max } = plot.scales["x"] ?? {};
  if (min === undefined || max === undefined || min === null || max === null) return [];
  return markersWithin(getMarkers(), { startMs: min * 1_000, endMs: max * 1_000 });
}

/** Returns the X position within the plot, in canvas pixels. */
function toX(plot: uPlot, timeMs: number): number {
  const { left, width } = plot.bbox;
  if (timeMs === Number.POSITIVE_INFINITY) return left + width;
  return Math.max(left, Math.min(left + width, plot.valToPos(timeMs / 1_000, "x", true)));
}

/** Draws events with a duration as hatched bands under the data. */
export function drawMarkerBands(plot: uPlot, settings: MarkerSettings): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  for (const { startMs, endMs, isLaneBar = false } of visibleMarkers(plot, settings)) {
    if (endMs === null || isLaneBar) continue;
    const left = toX(plot, startMs);
    const right = Math.max(toX(plot, endMs), left + 2 * ratio);
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, right - left, bbox.height);
    ctx.clip();
    ctx.strokeStyle = settings.theme.ink3;
    ctx.lineWidth = ratio;
    ctx.globalAlpha = 0.35;
    ctx.beginPath();
    // All bands share one hatch grid, so that neighbouring bands and redraws are aligned.
    const first = Math.floor((left - bbox.height) / (hatchGap * ratio)) * hatchGap * ratio;
    for (let x = first; x < right; x += hatchGap * ratio) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
}

/** Draws a line at the start and at the end of every event, and icons above the plot. */
export function drawMarkers(plot: uPlot, settings: MarkerSettings): void {
  const markers = visibleMarkers(plot, settings);
  if (markers.length === 0) return;
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const { min = 0, max = 0 } = plot.scales["x"] ?? {};
  const isInside = (timeMs: number): boolean => timeMs >= (min ?? 0) * 1_000 && timeMs <= (max ?? 0) * 1_000;
  ctx.save();
  ctx.strokeStyle = settings.theme.ink3;
  ctx.lineWidth = ratio;
  ctx.beginPath();
  for (const { startMs, endMs, isLaneBar = false } of markers) {
    if (!isLaneBar || endMs === null) continue;
    const y = bbox.top - barAbovePlot * ratio;
    ctx.moveTo(toX(plot, startMs), y);
    ctx.lineTo(toX(plot, endMs), y);
  }
  for (const timeMs of markers
    .filter(({ isLaneBar = false }) => !isLaneBar)
    .flatMap(({ startMs, endMs }) => (endMs === null ? [startMs] : [startMs, endMs]))) {
    if (!isInside(timeMs)) continue;
    const x = Math.round(toX(plot, timeMs)) + 0.5;
    ctx.moveTo(x, bbox.top - (glyphAbovePlot - glyphSize / 2) * ratio);
    ctx.lineTo(x, bbox.top + bbox.height);
  }
  ctx.stroke();
  ctx.restore();
  const positions = layOutGlyphs(markers, (timeMs) => toX(plot, timeMs), glyphGap * ratio);
  for (const [index, glyph] of positions.entries())
    drawGlyph(plot, settings, glyph, positions[index + 1]?.x ?? bbox.left + bbox.width);
}

function drawGlyph(
  plot: uPlot,
  { theme, hasMarkerNames }: MarkerSettings,
  { marker, x, hiddenMarkerCount }: GlyphPosition,
  nextX: number,
): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const middle = bbox.top - glyphAbovePlot * ratio;
  const scale = (glyphSize / 10) * ratio;
  ctx.save();
  ctx.fillStyle = theme.ink2;
  ctx.translate(x - 5 * scale, middle - 5 * scale);
  ctx.scale(scale, scale);
  const outline = new Path2D(glyphPaths[marker.glyph]);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  ctx.fill(outline);
  ctx.restore();
  const text = [
    ...(hiddenMarkerCount === 0 ? [] : [`+${hiddenMarkerCount}`]),
    ...(hasMarkerNames ? [marker.description] : []),
  ].join(" ");
  if (text === "") return;
  ctx.save();
  ctx.fillStyle = theme.ink2;
  ctx.font = `400 ${11 * ratio}px ${theme.fontSans}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  const left = x + (glyphSize / 2 + 3) * ratio;
  const availableWidth = nextX - left - glyphSize * ratio;
  const fits = [text, ...(hiddenMarkerCount === 0 ? [] : [`+${hiddenMarkerCount}`])].find(
    (one) => ctx.measureText(one).width <= availableWidth,
  );
  if (fits !== undefined) ctx.fillText(fits, left, middle);
  ctx.restore();
}
