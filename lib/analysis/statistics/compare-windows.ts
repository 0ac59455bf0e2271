/**
 * Comparison of a headline number in two windows, used everywhere in the product: better, worse, same or cannot tell.
 *
 * The rule uses the 95 % interval of the relative change after / before − 1, with its sign turned so that positive
 * means worse, and a margin δ (`verdict/margin.ts`). The verdict is "same" if the interval is within ±δ. It is
 * "worse" if the lower end is above 0 and the estimate is at least δ; "better" is the mirror image. In all other
 * cases it is "cannot tell", with a reason. Different load (`verdict/load.ts`) gives no verdict. A noisy signal, or an
 * interval that is too wide, gives a verdict only if the change is far larger than the usual variation between windows
 * (`verdict/judge-against-history.ts`).
 *
 * `change-range.ts` computes the interval. A quantile within the bucket 0.25–0.5 s in both windows has a true ratio
 * of 0.5 to 2 and never leads to a verdict. `verdict/compare-quantile.ts` then compares the mean and the shares
 * above edges.
 */
import { estimateChangeRange } from "./series/change-range";
import type { WindowEstimate } from "./window-estimate";
import type { PairedRanges } from "./rates/paired-blocks";
import { changePValue } from "./verdict/change-p-value";
import { findInconclusiveReason, type InconclusiveReason } from "./verdict/inconclusive-reason";
import { judgeAgainstHistory } from "./verdict/judge-against-history";
import { judgeChange, type BetterDirection, type Verdict } from "./verdict/judge-change";
import { judgeDifference, type JudgedDifference } from "./verdict/judge-difference";
import { findLoadDifferences, type LoadMeasure, type WindowLoad } from "./verdict/load";
import { computeMargin, type Margin, type WindowSpread } from "./verdict/margin";

/** Verdict on one statistic of two windows, with the measured change. */
export interface WindowComparison {
  readonly verdict: Verdict;
  /** Measured change, after / before − 1; null without numbers or if `before` is 0. */
  readonly change: number | null;
  /** 95 % interval of the change; null is unbounded. */
  readonly lower: number | null;
  readonly upper: number | null;
  /**
   * The absolute difference, if it decided the verdict: `before` is 0, or the relative change is undecided and the
   * difference is small. Null otherwise.
   */
  readonly difference: JudgedDifference | null;
  readonly margin: Margin;
  /** Two-sided p-value of no change; null without an interval. */
  readonly pValue: number | null;
  /**
   * True if the change is far larger than the variation between earlier windows, which decided the verdict instead of
   * the interval of the change.
   */
  readonly isBeyondHistory: boolean;
  /** Measures of load that are not known to be equal. Empty if load was not compared. */
  readonly unknownLoad: readonly LoadMeasure[];
  /** Set only with the verdict "cannot-tell". */
  readonly inconclusiveReason: InconclusiveReason | null;
}

/** Estimates of both windows and the rules by which they are compared. */
export interface WindowComparisonInput {
  readonly before: WindowEstimate | undefined;
  readonly after: WindowEstimate | undefined;
  readonly better: BetterDirection;
  /** Variation between windows of this length at equal load, if known. */
  readonly spread?: WindowSpread;
  /** Load of both windows. Omit it if the load was changed on purpose, or does not affect the number. */
  readonly load?: { readonly before: WindowLoad; readonly after: WindowLoad };
  /**
   * Smallest difference that counts, in the unit of the values. It is the margin if `before` is 0, which has no
   * relative change: errors that were 0 and stay 0 are then "same". Without it, a base of 0 gives no verdict.
   * A relative change that is undecided for too few samples is "same" if the interval of the difference is within it: a
   * handful of errors in a million requests has a wide relative interval, but does not matter.
   */
  readonly smallestDifference?: number;
  /**
   * The margin as a ratio, if it is not computed from the spread. A share of requests, for example, has a wider margin
   * than the latency.
   */
  readonly marginRatio?: number;
  /** The margin of a decrease as a ratio, if it differs from the margin of an increase. */
  readonly decreaseMarginRatio?: number;
  /**
   * Intervals of the change between blocks at the same times of day. Absent for windows without such blocks, which are
   * compared as independent windows.
   */
  readonly paired?: PairedRanges;
}

/**
 * Returns the verdict on one statistic of two windows. It is "cannot-tell" with a reason if data are missing, the load
 * differs, or the interval of the change allows no verdict.
 */
export function compareWindows(input: WindowComparisonInput): WindowComparison {
  const { before, after, better } = input;
  const spreadMargin = computeMargin(input.spread);
  const margin = { ...spreadMargin, ratio: input.marginRatio ?? spreadMargin.ratio };
  const load = input.load === undefined ? null : findLoadDifferences(input.load.before, input.load.after);
  const inconclusive = {
    verdict: "cannot-tell",
    change: null,
    lower: null,
    upper: null,
    difference: null,
    margin,
    pValue: null,
    isBeyondHistory: false,
    unknownLoad: load?.unknown ?? [],
  } as const;
  if (before === undefined || after === undefined) {
    const window = before === after ? "both" : before === undefined ? "before" : "after";
    return { ...inconclusive, inconclusiveReason: { kind: "no-number", window } };
  }
  const obstacle = findObstacle(spreadMargin, load?.differences ?? []);
  if (!(before.value > 0)) {
    if (input.smallestDifference === undefined || before.value < 0)
      return { ...inconclusive, inconclusiveReason: { kind: "no-base" } };
    return {
      ...inconclusive,
      ...judgeDifference({ ...input, before, after, margin: input.smallestDifference }, obstacle),
    };
  }
  const change = after.value / before.value - 1;
  const range = input.paired?.ratio ?? estimateChangeRange(before, after);
  const measured = {
    ...inconclusive,
    change,
    lower: nullIfInfinite(range.low),
    upper: nullIfInfinite(range.high),
    pValue: changePValue(change, range),
  };
  // The spread is that of the latency, not of a share of requests with a margin of a different size.
  const beyond =
    obstacle?.kind === "load-differs" || input.marginRatio !== undefined
      ? undefined
      : judgeAgainstHistory({ before, after, change, margin, spread: input.spread, better });
  const decided =
    beyond === undefined
      ? undefined
      : { ...measured, ...beyond, isBeyondHistory: true, inconclusiveReason: null };
  if (obstacle !== null) return decided ?? { ...measured, inconclusiveReason: obstacle };
  const margins = { margin: margin.ratio, decreaseMargin: input.decreaseMarginRatio ?? margin.ratio };
  const verdict = judgeChange({ change, range, ...margins, better });
  if (verdict !== "cannot-tell") return { ...measured, verdict, inconclusiveReason: null };
  if (decided !== undefined) return decided;
  const inconclusiveReason = findInconclusiveReason({ before, after, change, range, ...margins });
  if (inconclusiveReason.kind === "few-samples" && input.smallestDifference !== undefined) {
    const judged = judgeDifference({ ...input, before, after, margin: input.smallestDifference }, null);
    if (judged.verdict === "same")
      return { ...measured, verdict: "same", difference: judged.difference, inconclusiveReason: null };
  }
  return { ...measured, verdict, inconclusiveReason };
}

/** Returns the reason why even a narrow interval would not lead to a verdict; null if there is no such reason. */
function findObstacle(
  margin: Margin,
  differences: ReturnType<typeof findLoadDifferences>["differences"],
): InconclusiveReason | null {
  if (differences.length > 0) return { kind: "load-differs", differences };
  if (margin.isTooNoisy) return { kind: "too-noisy", variationRatio: margin.ratio };
  return null;
}

function nullIfInfinite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
