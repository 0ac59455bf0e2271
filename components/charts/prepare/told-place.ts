/** Where a card that tells of a place stands: beside it, within what can be seen, and over the place only where nothing else is left. */
import type { Box, BoxSize } from "./plot-boxes";
import type { Spot } from "./roof-nearness";

/** Between the place and the card. */
const gap = 14;

/** Of what is larger than all that is seen, the beginning is. */
const held = (at: number, first: number, last: number): number => Math.max(first, Math.min(last, at));

/** To the right and below where there is room; in pixels of what `seen` is in. */
export function placeCard(at: Spot, { width, height }: BoxSize, seen: Box): { left: number; top: number } {
  const [right, left] = [at.x + gap, at.x - gap - width];
  const [below, above] = [at.y + gap, at.y - gap - height];
  const beside = right + width <= seen.right || left < seen.left ? right : left;
  const under = below + height <= seen.bottom || (above < seen.top && isUpper(at, seen)) ? below : above;
  return {
    left: held(beside, seen.left, seen.right - width),
    top: held(under, seen.top, seen.bottom - height),
  };
}

const isUpper = ({ y }: Spot, { top, bottom }: Box): boolean => bottom - y >= y - top;
