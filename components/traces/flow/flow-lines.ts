/** Computes the curves of calls from caller to callee. Pure functions. */

/** Direction of the flow: left to right, or top to bottom on a narrow page. */
export type FlowDirection = "right" | "down";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Position along and across the flow direction. */
export interface FlowPosition {
  readonly along: number;
  readonly across: number;
}

/** Cubic Bézier curve: start, two control points, end. */
type Curve = readonly [FlowPosition, FlowPosition, FlowPosition, FlowPosition];

export interface Line {
  readonly path: string;
  /** Positions on the line for a label, best first. */
  readonly anchors: readonly Point[];
  /** Sample points, so close that no label fits between two of them. */
  readonly points: readonly Point[];
}

/** Returns a curve through the positions. It is straight within the layers that it passes. */
export function forwardLine(positions: readonly FlowPosition[], direction: FlowDirection): Line {
  const curves = positions.slice(1).map((to, index): Curve => {
    const from = positions[index] ?? to;
    const bend = (to.along - from.along) / 2;
    return [
      from,
      { along: from.along + bend, across: from.across },
      { along: to.along - bend, across: to.across },
      to,
    ];
  });
  return lineOf(curves, direction);
}

/** Returns a curve that leads back next to all services, at `across`. `bow` is the distance before each turn. */
export function backwardLine(
  {
    start,
    end,
    across,
    bow,
  }: { readonly [P in "start" | "end"]: FlowPosition } & {
    readonly across: number;
    readonly bow: number;
  },
  direction: FlowDirection,
): Line {
  const turn: FlowPosition = { along: (start.along + end.along) / 2, across };
  const out: Curve = [start, { along: start.along + bow, across }, { along: start.along, across }, turn];
  const back: Curve = [turn, { along: end.along, across }, { along: end.along - bow, across }, end];
  const line = lineOf([out, back], direction);
  return { ...line, anchors: [pointOf(turn, direction), ...line.anchors] };
}

/** Labels of calls that pass a layer are placed near their start if possible. */
const labelSteps = [0.5, 0.62, 0.38, 0.74, 0.26, 0.86, 0.14];
const pointsOfCurve = 20;
const sampleSteps = Array.from({ length: pointsOfCurve + 1 }, (_, index) => index / pointsOfCurve);

function lineOf(curves: readonly Curve[], direction: FlowDirection): Line {
  const parts = curves.map(
    ([, ...bends]) => `C${bends.map((position) => textOf(pointOf(position, direction))).join(" ")}`,
  );
  const first = curves[0]?.[0] ?? { along: 0, across: 0 };
  return {
    path: `M${textOf(pointOf(first, direction))} ${parts.join(" ")}`,
    anchors: along(curves, labelSteps, direction),
    points: along(curves, sampleSteps, direction),
  };
}

function along(curves: readonly Curve[], at: readonly number[], direction: FlowDirection): readonly Point[] {
  return curves.flatMap((curve) => at.map((step) => pointOf(onCurve(curve, step), direction)));
}

function onCurve([a, b, c, d]: Curve, t: number): FlowPosition {
  const [s, f] = [1 - t, (of: keyof FlowPosition): number[] => [a[of], b[of], c[of], d[of]]];
  const weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  const mix = (of: keyof FlowPosition): number =>
    f(of).reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
  return { along: mix("along"), across: mix("across") };
}

function pointOf({ along, across }: FlowPosition, direction: FlowDirection): Point {
  return direction === "right" ? { x: along, y: across } : { x: across, y: along };
}

function textOf({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
