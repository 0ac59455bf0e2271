/**
 * Paints the critical path over a block of rows. A line at the bottom of a row marks the time during which the
 * request waited for it. Hairlines connect consecutive parts. Parts of collapsed rows are drawn in the row that
 * represents them.
 */
import type { PaintContext } from "./paint-kit";
import { rowHeightPx, type RowPainting } from "./row-painting";

const [lineTop, lineHeight] = [20, 2];
const minJointGapPx = 4;

/** Rows that a hairline connects, by pixel column. */
type Joints = Map<number, readonly [high: number, low: number]>;

/**
 * Reduces the vertical connections of the critical path to at most one per four pixel columns, from left to
 * right. Thousands of them would cover the bars.
 */
export function thinOutJoints(
  joints: Joints,
): readonly (readonly [x: number, rows: readonly [number, number]])[] {
  let last = -Infinity;
  return [...joints]
    .toSorted(([left], [right]) => left - right)
    .filter(([x]) => {
      if (x - last < minJointGapPx) return false;
      last = x;
      return true;
    });
}

/** Draws the critical path over the bars of the visible rows. */
export function paintCriticalPath(
  { context, theme, width, height }: PaintContext,
  painting: RowPainting,
): void {
  const { trace, visibleRows, block, scale } = painting;
  const { row: rows, fromNs, toNs } = trace.critical;
  const joints: Joints = new Map();
  // Thousands of parts can be narrower than a pixel. Pixels that are already painted are skipped.
  const paintedTo = new Float64Array(Math.max(0, block.endRow - block.firstRow)).fill(-Infinity);
  context.fillStyle = theme.ink;
  for (let part = 0; part < rows.length; part += 1) {
    const rowIndex = visibleRows.rowOfSpan[rows[part] ?? -1];
    const [left, right] = [scale.toX(fromNs[part] ?? 0), scale.toX(toNs[part] ?? 0)];
    if (left > width) break;
    if (right < 0 || rowIndex === undefined) continue;
    const line = rowIndex - block.firstRow;
    if (line >= 0 && line < paintedTo.length && right > (paintedTo[line] ?? 0)) {
      const start = Math.max(left, -4);
      const end = Math.min(Math.max(right, start + 1), width + 4);
      context.fillRect(start, line * rowHeightPx + lineTop, end - start, lineHeight);
      paintedTo[line] = end;
    }
    const below = visibleRows.rowOfSpan[rows[part + 1] ?? -1];
    if (
      below === undefined ||
      below === rowIndex ||
      Math.max(rowIndex, below) < block.firstRow ||
      Math.min(rowIndex, below) >= block.endRow
    )
      continue;
    const x = Math.round(right);
    const [high, low] = [Math.min(rowIndex, below), Math.max(rowIndex, below)];
    const known = joints.get(x);
    joints.set(x, known === undefined ? [high, low] : [Math.min(known[0], high), Math.max(known[1], low)]);
  }
  context.globalAlpha = 0.32;
  for (const [x, [high, low]] of thinOutJoints(joints)) {
    const top = Math.max(0, (high - block.firstRow) * rowHeightPx + lineTop + 1);
    const bottom = Math.min(height, (low - block.firstRow) * rowHeightPx + lineTop + 1);
    context.fillRect(x, top, 1, bottom - top);
  }
  context.globalAlpha = 1;
}
