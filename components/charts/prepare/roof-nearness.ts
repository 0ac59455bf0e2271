/** Whose a name is, to who reads it: that of the point nearest to it, or of the one that a line ties it to. */
import { around, meets, type Box } from "./plot-boxes";

/** Middle of a mark, in pixels. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** By this much a name is nearer to its own point than to any other. */
const margin = 3;
/** Half of what a mark is wide: in it, a line is read as that mark's. */
const markReach = 5;
/** Two marks that are nearer lie on each other: a line leads to one as well as to the other. */
const sameMark = 6;

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** From a rectangle to a spot; 0 within it. */
export const farness = ({ left, right, top, bottom }: Box, { x, y }: Spot): number =>
  Math.hypot(x - between(left, x, right), y - between(top, y, bottom));

export function isNearestTo(own: Spot, box: Box, others: readonly Spot[]): boolean {
  const far = farness(box, own);
  return others.every((other) => farness(box, other) > far + margin);
}

interface Passed {
  readonly others: readonly Spot[];
  readonly names: readonly Box[];
}

const lineStep = 5;

/** Whether the line from a point to where its name begins leads over the mark of another, or over a name. */
export function leadsOver(
  own: Spot,
  { dx, dy }: { readonly dx: number; readonly dy: number },
  { others, names }: Passed,
): boolean {
  const length = Math.hypot(dx, dy);
  const isOverMark = others.some(({ x, y }) => {
    const [across, down] = [x - own.x, y - own.y];
    if (Math.hypot(across, down) < sameMark) return false;
    const share = between(0, (across * dx + down * dy) / length ** 2, 1);
    return Math.hypot(across - share * dx, down - share * dy) < markReach;
  });
  if (isOverMark) return true;
  const steps = Array.from(
    { length: Math.floor(length / lineStep) },
    (_, step) => (step * lineStep) / length,
  );
  return steps.some((share) => {
    const box = around(own.x + dx * share, own.y + dy * share, 1);
    return names.some((name) => meets(name, box));
  });
}
