/** Limits an interval to values that a quantity can have. */
import type { Unit } from "@/lib/model/units";

interface Ends {
  readonly lower: number;
  readonly upper: number | null;
}

/**
 * Limits a confidence interval to possible values: at least 0, and at most 1 for a ratio. A symmetric
 * interval of few, very different blocks otherwise contains negative durations. A limit is not
 * applied if the estimate itself is beyond it.
 */
export function clampToPossibleValues<T extends Ends>(
  interval: T,
  { value, unit }: { readonly value: number; readonly unit: Unit },
): T {
  const { lower, upper } = interval;
  return {
    ...interval,
    lower: value >= 0 ? Math.max(lower, 0) : lower,
    upper: unit === "ratio" && value <= 1 && upper !== null ? Math.min(upper, 1) : upper,
  };
}
