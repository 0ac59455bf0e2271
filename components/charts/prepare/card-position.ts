/**
 * Positions a card next to a point, inside the visible area. It covers the point only if there is no other position.
 */
import type { Box, BoxSize } from "./plot-boxes";
import type { PixelPosition } from "./roof/roof-nearness";

/** Distance between the point and the card. */
const gap = 14;

/** Moves a range into the bounds. If it is larger, its start is visible. */
const clamp = (at: number, first: number, last: number): number => Math.max(first, Math.min(last, at));

/**
 * Computes the position of a tooltip next to `anchor`, to the right and below if it fits, in pixels like
 * `visibleArea`.
 */
export function computeTooltipPosition(
  anchor: PixelPosition,
  { width, height }: BoxSize,
  visibleArea: Box,
): { left: number; top: number } {
  const [right, left] = [anchor.x + gap, anchor.x - gap - width];
  const [below, above] = [anchor.y + gap, anchor.y - gap - height];
  const x = right + width <= visibleArea.right || left < visibleArea.left ? right : left;
  const y =
    below + height <= visibleArea.bottom || (above < visibleArea.top && isUpper(anchor, visibleArea))
      ? below
      : above;
  return {
    left: clamp(x, visibleArea.left, visibleArea.right - width),
    top: clamp(y, visibleArea.top, visibleArea.bottom - height),
  };
}

const isUpper = ({ y }: PixelPosition, { top, bottom }: Box): boolean => bottom - y >= y - top;
