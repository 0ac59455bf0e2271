/** The rule that turns the interval of a change into a verdict. It is described in `compare-windows.ts`. */
import type { RelativeChangeRange } from "@/lib/analysis/statistics/series/change-range";

/**
 * Verdict on a change of a value. "different" is used only for signals of which neither direction is better.
 */
export type Verdict = "better" | "worse" | "same" | "different" | "cannot-tell";

/** The direction in which a signal improves. */
export type BetterDirection = "lower" | "higher" | "neither";

interface JudgedChange {
  readonly change: number;
  /** 95 % interval of the change. */
  readonly range: RelativeChangeRange;
  readonly margin: number;
  /** Margin of a decrease, if it differs from the margin of an increase: a share cannot decrease by more than 100 %. */
  readonly decreaseMargin?: number;
  readonly better: BetterDirection;
}

/** Returns the verdict on a change from its confidence interval and the margin, which are in one unit. */
export function judgeChange({
  change,
  range,
  margin,
  decreaseMargin = margin,
  better,
}: JudgedChange): Verdict {
  if (range.low >= -decreaseMargin && range.high <= margin) return "same";
  const hasRisen = range.low > 0 && change >= margin;
  const hasFallen = range.high < 0 && change <= -decreaseMargin;
  if (!hasRisen && !hasFallen) return "cannot-tell";
  if (better === "neither") return "different";
  return hasFallen === (better === "lower") ? "better" : "worse";
}
