/** Formats the numbers of a comparison: milliseconds, signed differences, intervals and shares. */
import { isSignificant } from "@/lib/analysis/statistics/significance/mean-difference";
import type { ComparedNumbers } from "@/lib/contracts/traces/trace-comparison";
import { formatNumber, formatWithUnit } from "@/lib/format/number";

const nsPerMs = 1e6;

/** Formats nanoseconds as milliseconds, without a unit. */
export function formatMilliseconds(ns: number): string {
  return formatNumber(ns / nsPerMs);
}

/** Formats a difference with its sign: "+1,620" or "−33". */
export function formatSignedMilliseconds(ns: number): string {
  return ns > 0 ? `+${formatMilliseconds(ns)}` : formatMilliseconds(ns);
}

/**
 * Formats the half-width of the 95 % confidence interval. Empty if a group has too few requests for an
 * interval.
 */
export function formatHalfWidth({ interval }: ComparedNumbers): string {
  return interval === null ? "" : `± ${formatMilliseconds((interval.upper - interval.lower) / 2)}`;
}

/** Returns whether the difference may be due to chance: a confidence interval exists and contains 0. */
export function mayBeChance(numbers: ComparedNumbers): boolean {
  return numbers.interval !== null && !isSignificant(numbers);
}

/** Formats a phase's share of the difference as a percentage. */
export function formatDifferenceShare(share: number | null): string {
  return share === null ? "" : formatWithUnit(share, "ratio", "%");
}
