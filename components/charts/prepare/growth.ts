/** One amount over another that grows, with a line through it: bounds of the axes and the line's places. */

export interface GrowthPoint {
  readonly x: number;
  readonly y: number;
}

export interface GrowthLine {
  readonly at: (x: number) => number;
  /** Absent where the line has no interval of its own. */
  readonly lower?: (x: number) => number;
  readonly upper?: (x: number) => number;
}

export interface LinePlace {
  readonly x: number;
  readonly line: number;
  readonly band?: readonly [lower: number, upper: number];
}

const places = 40;

/** From nothing to a little past the last point. */
export function linePlaces(points: readonly GrowthPoint[], line: GrowthLine): readonly LinePlace[] {
  const most = 1.15 * Math.max(1, ...points.map(({ x }) => x));
  return Array.from({ length: places + 1 }, (_, index) => {
    const x = (most * Math.max(index, 0.2)) / places;
    const { lower, upper } = line;
    return {
      x,
      line: line.at(x),
      ...(lower === undefined || upper === undefined ? {} : { band: [lower(x), upper(x)] as const }),
    };
  });
}
