/**
 * How far a point may be off, as shares of its value: below and above apart, since some estimates err to one side. Independent causes
 * add in quadrature. A point's FLOP/s suffer from its FLOPs and its time, its intensity from its FLOPs and its bytes.
 */

export interface RelativeError {
  /** The truth may be lower by this share of the value. */
  readonly below: number;
  readonly above: number;
}

export const noError: RelativeError = { below: 0, above: 0 };

export function symmetricError(ratio: number): RelativeError {
  return { below: ratio, above: ratio };
}

export function combineErrors(...causes: readonly RelativeError[]): RelativeError {
  // One pass: a trail asks this several times of each slice.
  let below = 0;
  let above = 0;
  for (const cause of causes) {
    below += cause.below ** 2;
    above += cause.above ** 2;
  }
  return { below: Math.sqrt(below), above: Math.sqrt(above) };
}

/** Of 1 / value: too high a value makes too low a ratio. */
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

/** Never below 0. */
export function valueRange(value: number, { below, above }: RelativeError): ValueRange {
  return { lower: Math.max(0, value * (1 - below)), upper: value * (1 + above) };
}
