/**
 * Relative errors of a point, separate for below and above because some estimates are biased. Independent errors add
 * in quadrature. FLOP/s depend on the errors of FLOPs and time, intensity on those of FLOPs and bytes.
 */

export interface RelativeError {
  /** Fraction by which the true value may be lower. */
  readonly below: number;
  readonly above: number;
}

export const noError: RelativeError = { below: 0, above: 0 };

export function symmetricError(ratio: number): RelativeError {
  return { below: ratio, above: ratio };
}

export function combineErrors(...causes: readonly RelativeError[]): RelativeError {
  // A loop, because a trail calls this several times for each interval.
  let below = 0;
  let above = 0;
  for (const cause of causes) {
    below += cause.below ** 2;
    above += cause.above ** 2;
  }
  return { below: Math.sqrt(below), above: Math.sqrt(above) };
}

/** Returns the error of 1 / value: a value that is too high gives a ratio that is too low. */
export function inverseError({ below, above }: RelativeError): RelativeError {
  return { below: above / (1 + above), above: below >= 1 ? Infinity : below / (1 - below) };
}

export interface PointError {
  readonly flops: RelativeError;
  readonly bytes: RelativeError;
  readonly time: RelativeError;
}

export interface ValueRange {
  readonly lower: number;
  readonly upper: number;
}

/** Returns the range of a value with its error, never below 0. */
export function valueRange(value: number, { below, above }: RelativeError): ValueRange {
  return { lower: Math.max(0, value * (1 - below)), upper: value * (1 + above) };
}
