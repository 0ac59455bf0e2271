/** Whose a name is, to who reads it: that of the point nearest to it, or of the one that a line ties it to. */
import { boxAround, overlaps, type Box } from "./plot-boxes";

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

const between = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value));

/** From a rectangle to a spot; 0 within it. */
export const distanceToBox = ({ left, right, top, bottom }: Box, { x, y }: Spot): number =>
  Math.hypot(x - between(left, x, right), y - between(top, y, bottom));

export function isNearestTo(point: Spot, box: Box, otherPoints: readonly Spot[]): boolean {
  const far = distanceToBox(box, point);
  return otherPoints.every((other) => distanceToBox(box, other) > far + margin);
}

interface LineObstacles {
  readonly otherPoints: readonly Spot[];
  readonly names: readonly Box[];
}

const lineStep = 5;

/** Whether the line from a point to where its name begins leads over the mark of another, or over a name. */
export function crossesObstacle(
  point: Spot,
  { dx, dy }: { readonly dx: number; readonly dy: number },
  { otherPoints, names }: LineObstacles,
): boolean {
  const length = Math.hypot(dx, dy);
  const isOverMark = otherPoints.some(({ x, y }) => {
    const [across, down] = [x - point.x, y - point.y];
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
    const box = boxAround(point.x + dx * share, point.y + dy * share, 1);
    return names.some((name) => overlaps(name, box));
  });
}
