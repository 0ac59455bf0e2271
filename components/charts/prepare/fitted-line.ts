/** Measured point to which a line is fitted. */
export interface FitPoint {
  readonly x: number;
  readonly y: number;
}

/** Fitted line and the bounds of its confidence interval, as functions of x. */
export interface FittedLine {
  readonly valueAt: (x: number) => number;
  /** Absent if the line has no confidence interval. */
  readonly lowerBoundAt?: (x: number) => number;
  readonly upperBoundAt?: (x: number) => number;
}

/** Point of a fitted line, as a chart draws it. */
export interface FittedLinePoint {
  readonly x: number;
  readonly lineValue: number;
  readonly confidenceBand?: readonly [lower: number, upper: number];
}

const segmentCount = 40;

/** Returns the drawn points of the line, from near 0 to slightly beyond the last measured point. */
export function computeLinePoints(points: readonly FitPoint[], line: FittedLine): readonly FittedLinePoint[] {
  const endX = 1.15 * Math.max(1, ...points.map(({ x }) => x));
  return Array.from({ length: segmentCount + 1 }, (_, index) => {
    const x = (endX * Math.max(index, 0.2)) / segmentCount;
    const { lowerBoundAt, upperBoundAt } = line;
    return {
      x,
      lineValue: line.valueAt(x),
      ...(lowerBoundAt === undefined || upperBoundAt === undefined
        ? {}
        : { confidenceBand: [lowerBoundAt(x), upperBoundAt(x)] as const }),
    };
  });
}
