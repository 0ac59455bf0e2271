/** Scale and ticks of an axis of a scatter chart. */
import { needsLogarithmicScale } from "@/lib/model/signals/logarithmic-range";
import { logarithmicTicks, roundTicks } from "./axes";

/** Scale of an axis, in the units of its values. */
export interface ScatterScale {
  readonly scale: "linear" | "log";
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

/** Distance of the ends of a logarithmic axis from the outermost values, as a factor. */
const margin = 1.1;

/**
 * Returns a scale that includes all values. It is logarithmic if all values are above 0 and differ by more than a factor of
 * ten. The ticks of a linear scale enclose the values.
 */
export function scaleScatterAxis(values: readonly number[]): ScatterScale {
  const [lowest, highest] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  if (!Number.isFinite(lowest)) return { scale: "linear", domain: [0, 1], ticks: [0, 1] };
  if (needsLogarithmicScale(values)) {
    const [low, high] = [lowest / margin, highest * margin];
    return { scale: "log", domain: [low, high], ticks: logarithmicTicks(low, high) };
  }
  const ticks = roundTicks(lowest, highest);
  return { scale: "linear", domain: [ticks[0] ?? lowest, ticks.at(-1) ?? highest], ticks };
}
