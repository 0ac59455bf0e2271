/** One amount as two ways tell it: their ratio, by what it may differ from 1, and how far off that is. */
import { valueRange, type RelativeError } from "./expected-error";

export interface RatioComparison {
  /** The other way over the counters. */
  readonly ratio: number;
  /** Share by which they may differ. */
  readonly expected: RelativeError;
  readonly agrees: boolean;
}

export function compareRatio(ratio: number, expected: RelativeError): RatioComparison {
  const { lower, upper } = valueRange(1, expected);
  return { ratio, expected, agrees: ratio >= lower && ratio <= upper };
}

/** In what is expected, on a scale of ratios: 0 where they are equal, 1 where they just agree. */
export function distance({ ratio, expected: { below, above } }: RatioComparison): number {
  if (ratio === 1) return 0;
  if (!(ratio > 0)) return below >= 1 ? 0 : Infinity;
  if (ratio > 1) return Math.log(ratio) / Math.log1p(above);
  return below >= 1 ? 0 : Math.log(ratio) / Math.log1p(-below);
}
