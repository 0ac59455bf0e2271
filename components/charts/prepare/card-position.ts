/** Where a card that tells of a place stands: beside it, within what can be seen, and over the place only where nothing else is left. */
import type { Box, BoxSize } from "./plot-boxes";
import type { Spot } from "./roof-nearness";

/** Between the place and the card. */
const gap = 14;

/** Of what is larger than all that is seen, the beginning is. */
const clamp = (at: number, first: number, last: number): number => Math.max(first, Math.min(last, at));

/** To the right and below where there is room; in pixels of what `seen` is in. */
export function positionCard(
  at: Spot,
  { width, height }: BoxSize,
  visibleArea: Box,
): { left: number; top: number } {
  const [right, left] = [at.x + gap, at.x - gap - width];
  const [below, above] = [at.y + gap, at.y - gap - height];
  const x = right + width <= visibleArea.right || left < visibleArea.left ? right : left;
  const y =
    below + height <= visibleArea.bottom || (above < visibleArea.top && isUpper(at, visibleArea))
      ? below
      : above;
  return {
    left: clamp(x, visibleArea.left, visibleArea.right - width),
    top: clamp(y, visibleArea.top, visibleArea.bottom - height),
  };
}

const isUpper = ({ y }: Spot, { top, bottom }: Box): boolean => bottom - y >= y - top;
