/**
 * Paints the bars of a block of rows: self time solid, time in children as a thin track, gaps hatched, and the
 * critical path as a line at the bottom. A chevron at the edge marks rows outside the visible time range.
 */
import { formatNanoseconds } from "@/lib/format/time";
import { missingFlagBit } from "@/lib/model/traces/drawn-span";
import { phaseIds } from "@/lib/model/traces/phase";
import { drawHaloText, type PaintContext } from "./paint-kit";
import { paintCriticalPath } from "./paint-critical";
import { rowHeightPx, type RowPainting } from "./row-painting";
import type { TimeScale } from "@/components/traces/waterfall/scale";
import { findGapPhase } from "@/components/traces/waterfall/gap-phase";
import { toGapIndex, isParent } from "@/components/traces/waterfall/visible-rows";
import { rulerTicks } from "@/components/traces/waterfall/time-view";
import { phaseColourToken } from "@/components/traces/phase-style";
import { gapText } from "@/components/traces/waterfall/waterfall-text";

const [barTop, barHeight, trackTop, trackHeight] = [6, 12, 10, 4];
const minBarWidth = 1.5;

/** Draws bars, gaps, grid and critical path of a block of rows. */
export function paintRows(brush: PaintContext, painting: RowPainting): void {
  const { block, visibleRows, scale, trace } = painting;
  paintGrid(brush, scale, trace.firstTokenNs);
  brush.context.font = `11px ${brush.theme.fontSans}`;
  brush.context.textBaseline = "middle";
  for (let rowIndex = block.firstRow; rowIndex < block.endRow; rowIndex += 1) {
    const code = visibleRows.rowCodes[rowIndex];
    if (code === undefined) break;
    const top = (rowIndex - block.firstRow) * rowHeightPx;
    if (code < 0) paintGap(brush, painting, { gap: toGapIndex(code), top });
    else paintSpan(brush, painting, { row: code, top });
  }
  paintCriticalPath(brush, painting);
}

function paintGrid(
  { context, theme, height }: PaintContext,
  scale: TimeScale,
  firstTokenNs: number | null,
): void {
  context.fillStyle = theme.rule;
  for (const tick of rulerTicks(scale.view, 6)) context.fillRect(Math.round(scale.toX(tick)), 0, 1, height);
  if (firstTokenNs === null) return;
  context.strokeStyle = theme.ink2;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  const x = Math.round(scale.toX(firstTokenNs)) + 0.5;
  context.moveTo(x, 0);
  context.lineTo(x, height);
  context.stroke();
  context.setLineDash([]);
}

interface SpanAt {
  readonly row: number;
  readonly top: number;
}

function paintSpan(brush: PaintContext, painting: RowPainting, { row, top }: SpanAt): void {
  const { context, theme } = brush;
  const { scale, trace } = painting;
  const { spans } = trace;
  const startNs = spans.startNs[row] ?? 0;
  const endNs = startNs + Math.max(0, spans.durationNs[row] ?? 0);
  const [left, right] = [scale.toX(startNs), scale.toX(endNs)];
  if (right < 0 || left > scale.width)
    return paintOutOfView(brush, { startNs, isLater: left > scale.width, top });
  if (((spans.flags[row] ?? 0) & missingFlagBit) !== 0) return paintMissing(brush, { left, right, top });
  const phase = phaseIds[spans.phaseIndex[row] ?? -1] ?? null;
  context.fillStyle = phase === "unexplained" ? brush.hatch : theme.resolveColour(phaseColourToken(phase));
  const [from, to] = [Math.max(-4, left), Math.min(scale.width + 4, right)];
  if (!isParent(spans, row)) return fillBar(context, { from, to, top: top + barTop });
  context.globalAlpha = 0.42;
  context.beginPath();
  context.roundRect(from, top + trackTop, Math.max(minBarWidth, to - from), trackHeight, 2);
  context.fill();
  context.globalAlpha = 1;
  // Some children are not shown, so the self time of this span cannot be located.
  if (!spans.omittedSpanCounts.has(row)) paintSelf(brush, painting, { row, top });
  for (const gap of painting.gapsByRow.get(row) ?? [])
    if (findGapPhase(painting.trace, gap) === null) hatchGap(brush, painting, { gap, top });
}

function fillBar(
  context: CanvasRenderingContext2D,
  { from, to, top }: { readonly from: number; readonly to: number; readonly top: number },
): void {
  const width = Math.max(minBarWidth, to - from);
  context.beginPath();
  context.roundRect(from, top, width, barHeight, Math.min(2, width / 3));
  context.fill();
}

/** Paints the parts of a span in which no child ran. Siblings are sorted by start, so one pass suffices. */
function paintSelf({ context }: PaintContext, { trace, scale }: RowPainting, { row, top }: SpanAt): void {
  const { startNs, durationNs, subtreeEndRow } = trace.spans;
  const last = subtreeEndRow[row] ?? row;
  const endNs = (startNs[row] ?? 0) + Math.max(0, durationNs[row] ?? 0);
  let coveredTo = startNs[row] ?? 0;
  let paintedTo = -Infinity;
  const part = (fromNs: number, toNs: number): void => {
    if (toNs <= fromNs) return;
    const [from, to] = [Math.max(-4, scale.toX(fromNs)), Math.min(scale.width + 4, scale.toX(toNs))];
    if (to < 0 || from > scale.width || to <= paintedTo) return;
    fillBar(context, { from, to, top: top + barTop });
    paintedTo = Math.max(to, from + minBarWidth);
  };
  for (let child = row + 1; child < last; child = subtreeEndRow[child] ?? last) {
    const childStart = startNs[child] ?? 0;
    part(coveredTo, Math.min(childStart, endNs));
    coveredTo = Math.max(coveredTo, childStart + Math.max(0, durationNs[child] ?? 0));
    if (coveredTo >= endNs) break;
  }
  part(coveredTo, endNs);
}

function paintMissing(
  { context, theme }: PaintContext,
  { left, right, top }: { readonly left: number; readonly right: number; readonly top: number },
): void {
  context.strokeStyle = theme.ink3;
  context.lineWidth = 1;
  context.setLineDash([2, 2]);
  context.strokeRect(left + 0.5, top + barTop + 0.5, Math.max(2, right - left) - 1, barHeight - 1);
  context.setLineDash([]);
}

interface GapAt {
  readonly gap: number;
  readonly top: number;
}

function edgesOf({ trace, scale }: RowPainting, gap: number): readonly [number, number] {
  const { fromNs, toNs } = trace.gaps;
  return [
    Math.max(-4, scale.toX(fromNs[gap] ?? 0)),
    Math.min(scale.width + 4, Math.max(scale.toX(fromNs[gap] ?? 0) + 2, scale.toX(toNs[gap] ?? 0))),
  ];
}

function hatchGap({ context, theme, hatch }: PaintContext, painting: RowPainting, { gap, top }: GapAt): void {
  const [from, to] = edgesOf(painting, gap);
  if (to <= from) return;
  context.fillStyle = theme.paper;
  context.fillRect(from, top + barTop, to - from, barHeight);
  context.fillStyle = hatch;
  context.fillRect(from, top + barTop, to - from, barHeight);
}

function paintGap(brush: PaintContext, painting: RowPainting, { gap, top }: GapAt): void {
  const { context, theme } = brush;
  const [from, to] = edgesOf(painting, gap);
  const startNs = painting.trace.gaps.fromNs[gap] ?? 0;
  if (to < 0 || from > painting.scale.width)
    return paintOutOfView(brush, { startNs, isLater: from > painting.scale.width, top });
  const phase = findGapPhase(painting.trace, gap);
  if (phase === null) outlineGap(brush, { from, to, top });
  else {
    context.fillStyle = theme.resolveColour(phaseColourToken(phase));
    fillBar(context, { from, to, top: top + barTop });
  }
  const text = gapText(painting.trace, gap);
  const textWidth = context.measureText(text).width;
  context.fillStyle = theme.ink2;
  const y = top + rowHeightPx / 2;
  if (to + 8 + textWidth < painting.scale.width) drawHaloText(brush, text, { x: to + 8, y });
  else if (from - 8 - textWidth > 0) drawHaloText(brush, text, { x: from - 8 - textWidth, y });
}

function outlineGap(
  { context, theme, hatch }: PaintContext,
  { from, to, top }: { readonly from: number; readonly to: number; readonly top: number },
): void {
  context.fillStyle = hatch;
  context.fillRect(from, top + barTop, to - from, barHeight);
  context.strokeStyle = theme.ink3;
  context.lineWidth = 1;
  context.setLineDash([2, 2]);
  context.strokeRect(from - 0.5, top + barTop - 0.5, to - from + 1, barHeight + 1);
  context.setLineDash([]);
}

interface OutOfViewRow {
  readonly startNs: number;
  readonly isLater: boolean;
  readonly top: number;
}

/** Shows the start time and a chevron at the edge if the row is outside the visible time range. */
function paintOutOfView(brush: PaintContext, { startNs, isLater, top }: OutOfViewRow): void {
  const { context, theme, width } = brush;
  const y = top + rowHeightPx / 2;
  const text = formatNanoseconds(startNs);
  context.fillStyle = theme.ink3;
  drawHaloText(brush, text, { x: isLater ? width - 16 - context.measureText(text).width : 16, y });
  const [tip, back] = isLater ? [width - 5, width - 9] : [5, 9];
  context.strokeStyle = theme.ink3;
  context.lineWidth = 1.25;
  context.beginPath();
  context.moveTo(back, y - 3.5);
  context.lineTo(tip, y);
  context.lineTo(back, y + 3.5);
  context.stroke();
}
