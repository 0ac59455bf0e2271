/** Layout of dots over time on a logarithmic scale, and the dot under the pointer. */
import { logarithmicTicks, tickText } from "./axes";

/** Item of a dot chart at its time and value. */
export interface Dot {
  readonly timeMs: number;
  /** Value above zero, in the unit of the axis. */
  readonly value: number;
  /** True if the item is drawn as a cross instead of a dot. */
  readonly isMarked: boolean;
}

/** Size of the chart and its margins around the plot area, in pixels. */
export interface PlotBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Tick of an axis with its position and text. */
export interface AxisTick {
  readonly positionPx: number;
  readonly value: number;
  readonly text: string;
}

/** Positions and paths of all dots of a chart. */
export interface DotLayout {
  /** Position of each dot in pixels. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** SVG paths of all unmarked and of all marked dots: thousands of dots are two elements. */
  readonly unmarkedPath: string;
  readonly markedPath: string;
  /** Values at the bottom and at the top of the plot. */
  readonly valueRange: readonly [number, number];
  readonly valueTicks: readonly AxisTick[];
  readonly timeTicks: readonly Omit<AxisTick, "text">[];
}

/** Mean width of a digit in an axis label, in pixels. */
const digitWidthPx = 6.5;

/**
 * Returns the position and the anchor of a label under the X axis. A label that would exceed the chart ends at its right
 * edge.
 */
export function alignTickLabel(
  positionPx: number,
  text: string,
  widthPx: number,
): { readonly x: number; readonly textAnchor: "middle" | "end" } {
  const half = (text.length * digitWidthPx) / 2;
  return positionPx + half > widthPx
    ? { x: widthPx, textAnchor: "end" }
    : { x: positionPx, textAnchor: "middle" };
}

const minValue = 1e-6;
const cross = 3;

/** Computes positions of dots and ticks. `window` is the range of the time axis. */
export function layOutDots(
  dots: readonly Dot[],
  window: { readonly startMs: number; readonly endMs: number },
  box: PlotBox,
): DotLayout {
  const [low, high] = findValueRange(dots);
  const [wide, tall] = [box.width - box.left - box.right, box.height - box.top - box.bottom];
  const span = Math.max(1, window.endMs - window.startMs);
  const x = (atMs: number): number =>
    box.left + Math.min(1, Math.max(0, (atMs - window.startMs) / span)) * wide;
  const y = (value: number): number =>
    box.top + tall * (1 - Math.log(Math.max(minValue, value) / low) / Math.log(high / low));
  const xs = Float64Array.from(dots, ({ timeMs }) => x(timeMs));
  const ys = Float64Array.from(dots, ({ value }) => y(value));
  const parts: { readonly plain: string[]; readonly marked: string[] } = { plain: [], marked: [] };
  for (const [index, { isMarked }] of dots.entries()) {
    const [left, top] = [round(xs[index]), round(ys[index])];
    if (isMarked) parts.marked.push(`M${left - cross} ${top - cross}l6 6m0-6l-6 6`);
    else parts.plain.push(`M${left} ${top}h0`);
  }
  return {
    xs,
    ys,
    unmarkedPath: parts.plain.join(""),
    markedPath: parts.marked.join(""),
    valueRange: [low, high],
    valueTicks: logarithmicTicks(low, high).map((value) => ({
      positionPx: y(value),
      value,
      text: tickText(value),
    })),
    timeTicks: timeTicks(window, Math.max(2, Math.floor(wide / 120))).map((value) => ({
      positionPx: x(value),
      value,
    })),
  };
}

/** Returns the value at a position on the logarithmic Y axis. */
export function valueAtY(
  y: number,
  { valueRange: [low, high] }: Pick<DotLayout, "valueRange">,
  box: PlotBox,
) {
  const tall = Math.max(1, box.height - box.top - box.bottom);
  return low * (high / low) ** (1 - (y - box.top) / tall);
}

const round = (position: number | undefined): number => Math.round((position ?? 0) * 10) / 10;

/** Returns a range slightly beyond the smallest and largest value, at least a factor of three. */
function findValueRange(dots: readonly Dot[]): readonly [number, number] {
  let [low, high] = [Infinity, minValue];
  for (const { value } of dots) {
    low = Math.min(low, Math.max(minValue, value));
    high = Math.max(high, value);
  }
  if (low > high) return [0.1, 10];
  const widen = Math.max(1.15, Math.sqrt(3 / (high / low)));
  return [low / widen, high * widen];
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const steps = [
  ...[1, 5, 10, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12, 24, 48, 96, 168, 336, 720].map((n) => n * hour),
];

/** Returns at most `maxTicks` round times within the window. */
function timeTicks(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  maxTicks: number,
): readonly number[] {
  const step = steps.find((each) => (endMs - startMs) / each <= maxTicks) ?? endMs - startMs;
  const first = Math.ceil(startMs / step) * step;
  const count = Math.max(0, Math.floor((endMs - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** Returns the index of the dot closest to a position in pixels. Null if none is within `maxDistancePx`. */
export function findDotIndexAt(
  { xs, ys }: Pick<DotLayout, "xs" | "ys">,
  position: { readonly x: number; readonly y: number },
  maxDistancePx = 12,
): number | null {
  let [nearest, distance]: [number | null, number] = [null, maxDistancePx * maxDistancePx];
  for (let index = 0; index < xs.length; index += 1) {
    const squaredDistance = ((xs[index] ?? 0) - position.x) ** 2 + ((ys[index] ?? 0) - position.y) ** 2;
    if (squaredDistance <= distance) [nearest, distance] = [index, squaredDistance];
  }
  return nearest;
}
