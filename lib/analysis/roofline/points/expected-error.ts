/**
 * Relative errors of a point, separate for below and above because some estimates are biased. Independent errors add
 * in quadrature. FLOP/s depend on the errors of FLOPs and time, intensity on those of FLOPs and bytes.
 */

export interface RelativeError {
  /** Fraction by which the true value may be lower. */
  readonly belowRatio: number;
  readonly aboveRatio: number;
}

export const noError: RelativeError = { belowRatio: 0, aboveRatio: 0 };

export function symmetricError(ratio: number): RelativeError {
  return { belowRatio: ratio, aboveRatio: ratio };
}

export function combineErrors(...causes: readonly RelativeError[]): RelativeError {
  // A loop, because a trail calls this several times for each interval.
  let below = 0;
  let above = 0;
  for (const cause of causes) {
    below += cause.belowRatio ** 2;
    above += cause.aboveRatio ** 2;
  }
  return { belowRatio: Math.sqrt(below), aboveRatio: Math.sqrt(above) };
}

/** Returns the error of 1 / value: a value that is too high gives a ratio that is too low. */
export function inverseError({ belowRatio, aboveRatio }: RelativeError): RelativeError {
  return {
    belowRatio: aboveRatio / (1 + aboveRatio),
    aboveRatio: belowRatio >= 1 ? Infinity : belowRatio / (1 - belowRatio),
  };
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
export function valueRange(value: number, { belowRatio, aboveRatio }: RelativeError): ValueRange {
  return { lower: Math.max(0, value * (1 - belowRatio)), upper: value * (1 + aboveRatio) };
}
