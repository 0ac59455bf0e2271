/** A slider over factors: each of its steps is the same factor, and its ends are whole numbers. */

const steps = 200;

export const sliderSteps = steps;

export function stepOf(value: number, min: number, max: number): number {
  const share = Math.log(value / min) / Math.log(max / min);
  return Math.round(steps * Math.min(1, Math.max(0, share)));
}

/** In two digits, as a hand can mean it. */
export function valueOfStep(step: number, min: number, max: number): number {
  if (step >= steps) return max;
  const value = min * (max / min) ** (step / steps);
  return value < 100 ? Math.round(value) : Number(value.toPrecision(2));
}
