/** Logarithmic slider: every step multiplies by the same factor, and both ends are integers. */

const steps = 200;

export const sliderSteps = steps;

export function sliderStepOf(value: number, min: number, max: number): number {
  const share = Math.log(value / min) / Math.log(max / min);
  return Math.round(steps * Math.min(1, Math.max(0, share)));
}

/** Returns the value of a step, rounded to two digits. */
export function sliderValueOf(step: number, min: number, max: number): number {
  if (step >= steps) return max;
  const value = min * (max / min) ** (step / steps);
  return value < 100 ? Math.round(value) : Number(value.toPrecision(2));
}
