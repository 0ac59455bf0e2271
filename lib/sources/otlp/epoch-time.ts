/**
 * An instant to the nanosecond in two numbers. A trace has two for each span, and thousands of traces are read at once: large integers
 * would be the most of what reading their times costs.
 */

export interface EpochTime {
  /** Whole seconds since 1970, below 0 before it. */
  readonly seconds: number;
  /** Of the second that has begun: 0 to 999,999,999. */
  readonly ns: number;
}

/** Of times that were never told. */
export const atZero: EpochTime = { seconds: 0, ns: 0 };

const nsOfSecond = 1_000_000_000;
const digitsOfNs = 9;
const bigSecond = BigInt(nsOfSecond);

/** From whole nanoseconds since 1970. */
export function epochTime(ns: bigint): EpochTime {
  const rest = ((ns % bigSecond) + bigSecond) % bigSecond;
  return { seconds: Number((ns - rest) / bigSecond), ns: Number(rest) };
}

/** From the digits of nanoseconds since 1970, 1 to 20 of them. */
export function timeOfDigits(digits: string): EpochTime {
  return { seconds: Number(digits.slice(0, -digitsOfNs)), ns: Number(digits.slice(-digitsOfNs)) };
}

/** Whole nanoseconds since 1970. */
export function epochNsOf({ seconds, ns }: EpochTime): bigint {
  return BigInt(seconds) * bigSecond + BigInt(ns);
}

/** How much later than `from` it is: exact up to 2⁵³ ns either way; of times further apart the sign is right. */
export function nsSince(from: EpochTime, at: EpochTime): number {
  return (at.seconds - from.seconds) * nsOfSecond + (at.ns - from.ns);
}
