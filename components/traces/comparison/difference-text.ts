/** Numbers of a comparison as text: milliseconds, the sign of a difference, its interval and what share it explains. */
import type { ComparedNumbers } from "@/lib/contracts/trace-comparison";
import { formatNumber, formatWithUnit } from "@/lib/format/number";

const nsPerMs = 1e6;

export function milliseconds(ns: number): string {
  return formatNumber(ns / nsPerMs);
}

/** "+1,620" and "−33": a difference has its sign. */
export function signedMilliseconds(ns: number): string {
  return ns > 0 ? `+${milliseconds(ns)}` : milliseconds(ns);
}

/** Half the width of the 95 % interval; empty where one side has too few to tell. */
export function intervalText({ interval }: ComparedNumbers): string {
  return interval === null ? "" : `± ${milliseconds((interval.upper - interval.lower) / 2)}`;
}

/** Whether the interval leaves out 0. */
export function isSignificant({ interval }: ComparedNumbers): boolean {
  return interval !== null && (interval.lower > 0 || interval.upper < 0);
}

/** Of what has an interval, that it holds 0. */
export function isWithinChance(numbers: ComparedNumbers): boolean {
  return numbers.interval !== null && !isSignificant(numbers);
}

export function shareText(share: number | null): string {
  return share === null ? "" : formatWithUnit(share, "ratio", "%");
}
