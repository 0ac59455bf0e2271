/** Computes the lines of calls from caller to callee. Pure functions. */

/** Direction of the flow: left to right, or top to bottom on a narrow page. */
export type FlowDirection = "right" | "down";

/** Position on the map in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Line of a call on the map with its arrowhead. */
export interface CallLine {
  /** SVG path. It ends where the arrowhead begins. */
  readonly path: string;
  readonly arrow: Point & { readonly angleDeg: number };
}

/** Rectangle with its left edge and its vertical centre. */
export interface DrawnBox extends Point {
  readonly width: number;
  readonly height: number;
}

interface CallEnds {
  readonly from: DrawnBox;
  readonly to: DrawnBox;
}

/** Length of an arrowhead in pixels. */
export const arrowLengthPx = 7;

/**
 * Computes a smooth line between the facing sides of two services, through `waypoints`. It is straight next
 * to its label and parallel to the flow at each point.
 */
export function createCallLine(
  { from, to }: CallEnds,
  waypoints: readonly Point[],
  label: Partial<Pick<DrawnBox, "width" | "height">>,
  direction: FlowDirection,
): CallLine {
  const isForward = direction === "right" ? from.x < to.x : from.y < to.y;
  const sign = isForward ? 1 : -1;
  const half = (sign * ((direction === "right" ? label.width : label.height) ?? 0)) / 2;
  const [dx, dy] = direction === "right" ? [half, 0] : [0, half];
  const start = sideMiddle(from, direction, isForward);
  const tip = sideMiddle(to, direction, !isForward);
  const arrow = arrowAt(tip, direction === "right" ? { x: sign, y: 0 } : { x: 0, y: sign });
  const points = waypoints.flatMap(({ x, y }) => [
    { x: x - dx, y: y - dy },
    { x: x + dx, y: y + dy },
  ]);
  const curves = [...points, arrow].map((point, index) =>
    curveBetween(points[index - 1] ?? start, point, direction),
  );
  return { path: `M${pointText(start)} ${curves.join(" ")}`, arrow };
}

/** Half the distance between the two ends of a loop. */
const loopHalfWidth = 16;

/** Computes the line of a service that calls itself. The line turns back in the middle of the space for its label. */
export function createSelfCallLine(
  service: DrawnBox,
  labelSpace: DrawnBox,
  direction: FlowDirection,
): CallLine {
  const isRight = direction === "right";
  const [dx, dy] = isRight ? [loopHalfWidth, 0] : [0, loopHalfWidth];
  const side = sideMiddle(service, isRight ? "down" : "right", true);
  // A cubic curve reaches three quarters of the distance to its control points.
  const reach = isRight
    ? { x: 0, y: ((labelSpace.y - side.y) * 4) / 3 }
    : { x: ((labelSpace.x + labelSpace.width / 2 - side.x) * 4) / 3, y: 0 };
  const start = { x: side.x - dx, y: side.y - dy };
  const end = { x: side.x + dx, y: side.y + dy };
  const arrow = arrowAt(end, { x: -reach.x, y: -reach.y });
  const bends = [start, end].map(({ x, y }) => ({ x: x + reach.x, y: y + reach.y }));
  return { path: `M${pointText(start)} C${[...bends, arrow].map(pointText).join(" ")}`, arrow };
}

/** Returns the middle of the side that faces along the flow, or of the opposite side. */
function sideMiddle({ x, y, width, height }: DrawnBox, direction: FlowDirection, isFarSide: boolean): Point {
  if (direction === "right") return { x: isFarSide ? x + width : x, y };
  return { x: x + width / 2, y: isFarSide ? y + height / 2 : y - height / 2 };
}

/** Positions an arrowhead whose tip is at `tip`. */
function arrowAt(tip: Point, towards: Point): CallLine["arrow"] {
  const angle = Math.atan2(towards.y, towards.x);
  return {
    x: tip.x - arrowLengthPx * Math.cos(angle),
    y: tip.y - arrowLengthPx * Math.sin(angle),
    angleDeg: (angle * 180) / Math.PI,
  };
}

function curveBetween(from: Point, to: Point, direction: FlowDirection): string {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const bends =
    direction === "right"
      ? [
          { x: middle.x, y: from.y },
          { x: middle.x, y: to.y },
        ]
      : [
          { x: from.x, y: middle.y },
          { x: to.x, y: middle.y },
        ];
  return `C${[...bends, to].map(pointText).join(" ")}`;
}

function pointText({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
