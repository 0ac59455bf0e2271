/** Size of a sparkline in pixels, and the limit in the unit of its values. */
export interface SparklineSize {
  readonly width: number;
  readonly height: number;
  readonly limit?: number | undefined;
}

/** Path of a sparkline with its end and its limit. */
export interface SparklinePath {
  /** SVG path with gaps where values are missing. */
  readonly path: string;
  /** Null if the newest point has no value. The line then ends without a dot. */
  readonly endPoint: { readonly x: number; readonly y: number } | null;
  /** Null if there is no limit, or if it is above the scale. */
  readonly limitY: number | null;
  readonly lastValue: number;
  readonly maxValue: number;
}

const padding = 3;
/** A limit within this factor of the maximum is included in the scale. A higher limit would flatten the line. */
const nearLimit = 2.5;

/** Computes the path of a sparkline on a scale from zero to the maximum. Null without values. */
export function sparklinePath(
  values: readonly (number | null)[],
  { width, height, limit }: SparklineSize,
): SparklinePath | null {
  const present = values.filter((value) => value !== null);
  const maxValue = Math.max(...present);
  const lastValue = present.at(-1);
  if (lastValue === undefined) return null;
  const isLimitNear = limit !== undefined && limit <= maxValue * nearLimit;
  const top = Math.max(maxValue, isLimitNear ? limit : 0) || 1;
  const step = (width - padding * 2) / Math.max(1, values.length - 1);
  const yOf = (value: number): number => round(height - 1 - (value / top) * (height - 1 - padding));
  let path = "";
  let isPenDown = false;
  let end: SparklinePath["endPoint"] = null;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isPenDown = false;
      end = null;
      continue;
    }
    end = { x: round(padding + index * step), y: yOf(value) };
    path += `${isPenDown ? "L" : "M"}${end.x} ${end.y}`;
    isPenDown = true;
  }
  return { path, endPoint: end, limitY: isLimitNear ? yOf(limit) : null, lastValue, maxValue };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
