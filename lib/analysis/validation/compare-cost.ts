/** Cost per million output tokens before and after a fix, at the present price of a GPU hour. */
import { judgeCost } from "@/lib/analysis/goals/judge-cost";
import type { GoalReason } from "@/lib/analysis/goals/judged-target";
import { estimateChangeRange } from "@/lib/analysis/statistics/series/change-range";
import { judgeChange } from "@/lib/analysis/statistics/verdict/judge-change";
import type { Margin } from "@/lib/analysis/statistics/verdict/margin";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import type { GateEstimate } from "@/lib/model/gate/gate-result";
import type { GpuHourPrice } from "@/lib/model/roofline/roofline-choice";

interface CostInput {
  readonly before: MeasuredWindow | null;
  readonly after: MeasuredWindow | null;
  /** Price of a GPU hour; null if neither a person nor the configuration file has entered it. */
  readonly price: GpuHourPrice | null;
  readonly enteredCount: number | null;
  /** Margin of the output tokens: the smallest relative change that counts. */
  readonly margin: Pick<Margin, "ratio" | "isTooNoisy">;
  /** True if nothing prevents a comparison of both sides. */
  readonly isComparable: boolean;
}

/**
 * Cost before and after the fix. All numbers are in `currency`, except `change`, which is a ratio to the
 * cost before.
 */
export interface CostComparison {
  readonly before: GateEstimate | null;
  readonly after: GateEstimate | null;
  readonly change: { readonly value: number; readonly lower: number; readonly upper: number | null } | null;
  readonly verdict: "better" | "worse" | "same" | "cannot-tell";
  readonly currency: string | null;
  /** Reason why a side has no cost; null if both sides have a cost. */
  readonly reason: GoalReason | null;
}

/** Compares the cost of both sides. A side without a price, a number of GPUs or output tokens has no cost. */
export function compareCost({
  before,
  after,
  price,
  enteredCount,
  margin,
  isComparable,
}: CostInput): CostComparison {
  const costOf = (side: MeasuredWindow | null) =>
    side === null
      ? null
      : // Only the number counts here, so the limit may have any value.
        judgeCost(
          { maxPerMillionTokens: 1, currency: price?.currency ?? "" },
          { window: side, price, enteredCount },
        );
  const [was, is] = [costOf(before), costOf(after)];
  const sides = {
    before: was?.measured ?? null,
    after: is?.measured ?? null,
    currency: price?.currency ?? null,
  };
  const absent = [was, is].find((one) => one !== null && one.measured === null);
  if (sides.before === null || sides.after === null)
    return { ...sides, change: null, verdict: "cannot-tell", reason: absent?.reason ?? null };
  const toHeadline = (estimate: GateEstimate) => ({ ...estimate, bucket: null });
  const range = estimateChangeRange(toHeadline(sides.before), toHeadline(sides.after));
  const value = sides.after.value / sides.before.value - 1;
  const verdict = judgeChange({ change: value, range, margin: margin.ratio, better: "lower" });
  return {
    ...sides,
    change: { value, lower: range.low, upper: Number.isFinite(range.high) ? range.high : null },
    verdict: isComparable && !margin.isTooNoisy && verdict !== "different" ? verdict : "cannot-tell",
    reason: null,
  };
}
