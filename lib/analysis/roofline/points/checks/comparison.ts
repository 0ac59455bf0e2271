/**
 * One quantity measured by two methods: their ratio, its expected deviation from 1, and the size of the actual
 * deviation.
 */
import { computeErrorRange, type RelativeError } from "@/lib/analysis/roofline/points/expected-error";

/** Ratio of two estimates of one quantity: by another method, and from the token counters. */
export interface RatioComparison {
  /** Value of the other method ÷ value from the token counters. */
  readonly ratio: number;
  /** Expected relative difference of the two methods. */
  readonly expectedError: RelativeError;
  /** True if the ratio is within the expected error. */
  readonly isWithinExpectedError: boolean;
}

/** Decides whether a ratio of two estimates differs from 1 by more than the expected error. */
export function compareRatio(ratio: number, expected: RelativeError): RatioComparison {
  const { lower, upper } = computeErrorRange(1, expected);
  return { ratio, expectedError: expected, isWithinExpectedError: ratio >= lower && ratio <= upper };
}

/**
 * Returns the deviation in units of the expected error, on a logarithmic scale: 0 if equal, 1 at the limit of
 * agreement.
 */
export function distanceFromExpected({
  ratio,
  expectedError: { lowerByRatio, higherByRatio },
}: RatioComparison): number {
  if (ratio === 1) return 0;
  if (!(ratio > 0)) return lowerByRatio >= 1 ? 0 : Infinity;
  if (ratio > 1) return Math.log(ratio) / Math.log1p(higherByRatio);
  return lowerByRatio >= 1 ? 0 : Math.log(ratio) / Math.log1p(-lowerByRatio);
}
