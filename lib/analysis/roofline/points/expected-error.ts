/**
 * Relative errors of a point, separate for below and above because some estimates are biased. Independent errors add
 * in quadrature. FLOP/s depend on the errors of FLOPs and time, intensity on those of FLOPs and bytes.
 */

/** Range of the true value around an estimate. */
export interface RelativeError {
  /** Fraction by which the true value may be lower than the estimate. */
  readonly lowerByRatio: number;
  /** Fraction by which the true value may be higher than the estimate. */
  readonly higherByRatio: number;
}

/** Relative error of a value that is known exactly. */
export const noError: RelativeError = { lowerByRatio: 0, higherByRatio: 0 };

/** Returns an error of equal size in both directions. */
export function symmetricError(ratio: number): RelativeError {
  return { lowerByRatio: ratio, higherByRatio: ratio };
}

/** Adds independent errors in quadrature. */
export function combineErrors(...causes: readonly RelativeError[]): RelativeError {
  // A loop, because a trail calls this several times for each interval.
  let below = 0;
  let above = 0;
  for (const cause of causes) {
    below += cause.lowerByRatio ** 2;
    above += cause.higherByRatio ** 2;
  }
  return { lowerByRatio: Math.sqrt(below), higherByRatio: Math.sqrt(above) };
}

/**
 * Returns the relative error of 1 / value. Its upper and lower errors are exchanged, because a value that is too high
 * gives a ratio that is too low.
 */
export function inverseError({ lowerByRatio, higherByRatio }: RelativeError): RelativeError {
  return {
    lowerByRatio: higherByRatio / (1 + higherByRatio),
    higherByRatio: lowerByRatio >= 1 ? Infinity : lowerByRatio / (1 - lowerByRatio),
  };
}

/** Relative errors of a point's FLOPs, bytes and time. */
export interface PointError {
  readonly flops: RelativeError;
  readonly bytes: RelativeError;
  readonly time: RelativeError;
}

/** Range that contains the true value. */
export interface ErrorRange {
  readonly lower: number;
  readonly upper: number;
}

/** Returns the range of a value with its error, never below 0. */
export function computeErrorRange(value: number, { lowerByRatio, higherByRatio }: RelativeError): ErrorRange {
  return { lower: Math.max(0, value * (1 - lowerByRatio)), upper: value * (1 + higherByRatio) };
}
