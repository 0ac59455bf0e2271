/** Judges the cost per million output tokens before and after a fix, as a report contains it. */
import { computeMargin } from "@/lib/analysis/statistics/verdict/margin";
import { compareCost } from "@/lib/analysis/validation/compare-cost";
import type { FixComparison } from "@/lib/analysis/validation/compare-fix";
import type { ValidatedDeployment } from "@/lib/model/investigation/validation";
import { costSentence } from "@/lib/sentences/investigations/bottleneck-text";

/**
 * Judges the change of the cost. Uses the margin of the output token rate, because the cost is computed from
 * this rate.
 */
export function judgeCostChange(
  { comparison, incomplete }: FixComparison,
  { isComparable, ...sides }: Omit<Parameters<typeof compareCost>[0], "margin">,
): ValidatedDeployment["cost"] {
  const tokens = comparison.rows.find(({ signal }) => signal === "output-tokens");
  const margin = tokens?.comparison.margin ?? computeMargin(undefined);
  const isIncomplete = incomplete.some(({ signal }) => signal === "output-tokens");
  const compared = compareCost({ ...sides, margin, isComparable: isComparable && !isIncomplete });
  const { reason: _reason, ...numbers } = compared;
  const isUndecided = isComparable && compared.change !== null && (isIncomplete || margin.isTooNoisy);
  const obstacle = isIncomplete ? "are incomplete" : "vary too much between windows";
  const note = isUndecided ? ` The change has no verdict, because output tokens ${obstacle}.` : "";
  return { ...numbers, sentence: `${costSentence(compared)}${note}` };
}
