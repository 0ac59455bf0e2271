/** A slider over factors: each of its steps is the same factor, and its ends are whole numbers. */

const steps = 200;

export const sliderSteps = steps;

export function stepOf(value: number, least: number, most: number): number {
  const share = Math.log(value / least) / Math.log(most / least);
  return Math.round(steps * Math.min(1, Math.max(0, share)));
}

/** In two digits, as a hand can mean it. */
export function valueOfStep(step: number, least: number, most: number): number {
  if (step >= steps) return most;
  const value = least * (most / least) ** (step / steps);
  return value < 100 ? Math.round(value) : Number(value.toPrecision(2));
}
