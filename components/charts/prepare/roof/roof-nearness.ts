/** Which point a name appears to belong to: the nearest point, or the point at its leader line. */
import { boxAround, overlaps, type Box } from "@/components/charts/prepare/plot-boxes";

/** Centre of a point on the plot, in pixels. */
export interface PixelPosition {
  readonly x: number;
  readonly y: number;
}

/** A name must be closer to its point than to any other by this distance. */
const margin = 3;
/** Half the width of a point: a line within it appears to belong to it. */
const markReach = 5;
/** Points closer than this overlap, so a leader line is valid for both. */
const sameMark = 6;

const between = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value));

/** Returns the distance in pixels from a position to a rectangle. 0 inside it. */
export const distanceToBox = ({ left, right, top, bottom }: Box, { x, y }: PixelPosition): number =>
  Math.hypot(x - between(left, x, right), y - between(top, y, bottom));

/** Returns whether a rectangle is clearly nearer to `point` than to every other point. */
export function isNearestTo(point: PixelPosition, box: Box, otherPoints: readonly PixelPosition[]): boolean {
  const far = distanceToBox(box, point);
  return otherPoints.every((other) => distanceToBox(box, other) > far + margin);
}

interface LineObstacles {
  readonly otherPoints: readonly PixelPosition[];
  readonly names: readonly Box[];
}

const lineStep = 5;

/** Returns whether the leader line of a label crosses another point or label. */
export function crossesObstacle(
  point: PixelPosition,
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
