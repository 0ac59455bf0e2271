/** Logarithmic slider: every step multiplies by the same factor, and both ends are integers. */

/** Number of steps between both ends of a slider. */
export const sliderStepCount = 200;

/** Returns the slider position of a value, from 0 at `min` to `sliderStepCount` at `max`. Values outside are clamped. */
export function toSliderStep(value: number, min: number, max: number): number {
  const share = Math.log(value / min) / Math.log(max / min);
  return Math.round(sliderStepCount * Math.min(1, Math.max(0, share)));
}

/** Returns the value at a slider position, rounded to two digits. */
export function toSliderValue(step: number, min: number, max: number): number {
  if (step >= sliderStepCount) return max;
  const value = min * (max / min) ** (step / sliderStepCount);
  return value < 100 ? Math.round(value) : Number(value.toPrecision(2));
}
