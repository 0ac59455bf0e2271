/** Points with a fitted line: positions of the line. */

export interface FitPoint {
  readonly x: number;
  readonly y: number;
}

export interface FittedLine {
  readonly valueAt: (x: number) => number;
  /** Absent if the line has no confidence interval. */
  readonly lowerAt?: (x: number) => number;
  readonly upperAt?: (x: number) => number;
}

export interface FittedLinePoint {
  readonly x: number;
  readonly lineValue: number;
  readonly band?: readonly [lower: number, upper: number];
}

const segmentCount = 40;

/** Returns positions from near 0 to slightly beyond the last point. */
export function computeLinePoints(points: readonly FitPoint[], line: FittedLine): readonly FittedLinePoint[] {
  const endX = 1.15 * Math.max(1, ...points.map(({ x }) => x));
  return Array.from({ length: segmentCount + 1 }, (_, index) => {
    const x = (endX * Math.max(index, 0.2)) / segmentCount;
    const { lowerAt, upperAt } = line;
    return {
      x,
      lineValue: line.valueAt(x),
      ...(lowerAt === undefined || upperAt === undefined ? {} : { band: [lowerAt(x), upperAt(x)] as const }),
    };
  });
}
