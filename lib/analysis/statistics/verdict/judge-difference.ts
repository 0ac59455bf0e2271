/**
 * Applies the rule of `judge-change.ts` to a difference, for a number that was 0 before and therefore has no relative
 * change: an error ratio that rises from 0, or stays 0.
 */
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { toHalfWidth } from "@/lib/analysis/statistics/series/change-range";
import type { PairedRanges } from "@/lib/analysis/statistics/rates/paired-blocks";
import { combineHalfWidths } from "@/lib/analysis/statistics/significance/welch";
import { differencePValue } from "./change-p-value";
import { countAdditionalSamples, type InconclusiveReason } from "./inconclusive-reason";
import { judgeChange, type BetterDirection, type Verdict } from "./judge-change";

/** A difference after − before in the unit of the values, with its 95 % interval. */
export interface JudgedDifference {
  readonly value: number;
  readonly lower: number;
  /** Null is unbounded. */
  readonly upper: number | null;
  readonly margin: number;
}

interface DifferenceInput {
  readonly before: WindowEstimate;
  readonly after: WindowEstimate;
  readonly better: BetterDirection;
  /** Smallest difference that counts, in the unit of the values. */
  readonly margin: number;
  readonly paired?: PairedRanges | undefined;
}

interface DifferenceJudgement {
  readonly verdict: Verdict;
  readonly difference: JudgedDifference;
  readonly pValue: number;
  readonly inconclusiveReason: InconclusiveReason | null;
}

/** Judges the absolute difference after − before. An obstacle, such as different load, prevents a verdict. */
export function judgeDifference(
  { before, after, better, margin, paired }: DifferenceInput,
  obstacle: InconclusiveReason | null,
): DifferenceJudgement {
  const change = after.value - before.value;
  const range = paired?.difference ?? differenceRange(before, after);
  const upper = Number.isFinite(range.high) ? range.high : null;
  const difference = { value: change, lower: range.low, upper, margin };
  const pValue = differencePValue(change, range);
  const verdict = obstacle === null ? judgeChange({ change, range, margin, better }) : "cannot-tell";
  if (verdict !== "cannot-tell") return { verdict, difference, pValue, inconclusiveReason: null };
  const additionalSamples = countAdditionalSamples({ before, after, change, range, margin });
  const inconclusiveReason = obstacle ?? { kind: "few-samples", additionalSamples, quantileReach: null };
  return { verdict, difference, pValue, inconclusiveReason };
}

/**
 * Computes the 95 % confidence interval of after − before from the intervals of both values (MOVER, Zou and
 * Donner 2008).
 */
export function differenceRange(
  before: WindowEstimate,
  after: WindowEstimate,
): { readonly low: number; readonly high: number } {
  const value = after.value - before.value;
  const down = combineHalfWidths(
    toHalfWidth(after, after.value - after.lower),
    toHalfWidth(before, (before.upper ?? Infinity) - before.value),
  );
  const up = combineHalfWidths(
    toHalfWidth(after, (after.upper ?? Infinity) - after.value),
    toHalfWidth(before, before.value - before.lower),
  );
  return { low: value - down, high: value + up };
}
