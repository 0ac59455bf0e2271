/**
 * Instant with nanosecond precision as two numbers. A trace has two instants per span and thousands of traces are
 * read at once, so BigInt would dominate the cost.
 */

export interface EpochTime {
  /** Seconds since 1970; negative before 1970. */
  readonly seconds: number;
  /** Nanoseconds of the current second: 0 to 999,999,999. */
  readonly nanoseconds: number;
}

/** Time 0 of the epoch, which OTLP uses for unset times. */
export const epochZero: EpochTime = { seconds: 0, nanoseconds: 0 };

const nsOfSecond = 1_000_000_000;
const digitsOfNs = 9;
const bigSecond = BigInt(nsOfSecond);

/** Converts nanoseconds since 1970 to seconds and the remaining nanoseconds. */
export function toEpochTime(ns: bigint): EpochTime {
  const rest = ((ns % bigSecond) + bigSecond) % bigSecond;
  return { seconds: Number((ns - rest) / bigSecond), nanoseconds: Number(rest) };
}

/** Converts 1 to 20 digits of nanoseconds since 1970. */
export function parseEpochTime(digits: string): EpochTime {
  return { seconds: Number(digits.slice(0, -digitsOfNs)), nanoseconds: Number(digits.slice(-digitsOfNs)) };
}

/** Returns the time in nanoseconds since 1970. */
export function toEpochNs({ seconds, nanoseconds }: EpochTime): bigint {
  return BigInt(seconds) * bigSecond + BigInt(nanoseconds);
}

/** Returns `to` minus `from` in nanoseconds: exact up to ±2⁵³ ns, with the correct sign beyond. */
export function countNsBetween(from: EpochTime, to: EpochTime): number {
  return (to.seconds - from.seconds) * nsOfSecond + (to.nanoseconds - from.nanoseconds);
}
