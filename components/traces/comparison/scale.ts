/** Linear scale in percent of its length, with round tick values. */

export interface PercentScale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  /** Returns 0 to 100. Values outside the scale are placed at its ends. */
  readonly toPercent: (value: number) => number;
}

/** Margin at both ends, so that a dot at the edge is not cut. */
const marginPercent = 4;

/** Creates a scale that contains 0 and all `values`. */
export function createPercentScale(
  values: readonly number[],
  tickCount: number,
  margin = marginPercent,
): PercentScale {
  const from = Math.min(0, ...values);
  const max = Math.max(0, ...values);
  const to = max === from ? from + 1 : max;
  const at = (value: number): number => {
    const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
    return margin + share * (100 - 2 * margin);
  };
  return { min: from, max: to, ticks: ticksBetween(from, to, tickCount), toPercent: at };
}

/** Smaller steps would be rounding errors. */
const minStep = 1e-9;

/**
 * Returns round tick values between two values: multiples of 1, 2 or 5 times a power of ten, with at most
 * `maxSteps` steps.
 */
export function ticksBetween(from: number, to: number, maxSteps: number): readonly number[] {
  const roughStep = (to - from) / maxSteps;
  if (!(roughStep > minStep) || !Number.isFinite(roughStep)) return [];
  const power = 10 ** Math.floor(Math.log10(roughStep));
  const step = ([1, 2, 5, 10].find((one) => one * power >= roughStep * (1 - 1e-9)) ?? 10) * power;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
