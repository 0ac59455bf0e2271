/** Converts compared rows to the signals of a validation. */
import type { FixComparison } from "@/lib/analysis/validation/compare-fix";
import type { ComparedRowEntry, ComparisonResultEntry } from "@/lib/contracts/comparisons";
import type { MeasuredValue } from "@/lib/model/investigation/goal";
import type { ValidatedEstimate, ValidatedSignal } from "@/lib/model/investigation/validation";
import { capitalise, cannotTellText } from "@/lib/sentences/comparisons/reason-text";
import { absenceText, nameStatistic } from "@/lib/sentences/comparisons/statistic-text";
import { validationIssueText } from "@/lib/sentences/investigations/validation-text";

/**
 * Returns a row for every statistic of every signal. If `obstacle` is not null, no row has a verdict.
 */
export function toValidatedSignals(
  { rows, decisive }: ComparisonResultEntry,
  { incomplete, followingLoad }: Pick<FixComparison, "incomplete" | "followingLoad">,
  { goal, obstacle }: { readonly goal: MeasuredValue | null; readonly obstacle: string | null },
): ValidatedSignal[] {
  return rows.map((row) => {
    const { signal, statistic, unit, displayUnit, before, after, comparison } = row;
    const isSame = (one: MeasuredValue): boolean => one.signal === signal && one.statistic === statistic;
    const corrected = decisive.find(isSame);
    const verdict = corrected?.verdict ?? row.verdict;
    const issue = incomplete.find((one) => one.signal === signal);
    const { change, lower, upper } = comparison;
    return {
      signal,
      statistic,
      title: capitalise(nameStatistic(row)),
      unit,
      displayUnit,
      before: toEstimate(before),
      after: toEstimate(after),
      change: change === null ? null : { value: change, lower, upper },
      verdict,
      reason:
        verdict === "cannot-tell"
          ? (describeAbsence(row) ??
            obstacle ??
            (issue === undefined ? null : validationIssueText(issue)) ??
            (followingLoad.some(isSame) ? followingText : null) ??
            cannotTellText(row) ??
            correctionText)
          : null,
      isDecisive: corrected !== undefined,
      isGoal: goal !== null && isSame(goal),
    };
  });
}

const followingText =
  "The signal follows the load and changed with it, so the change does not show an effect of the fix.";
const correctionText = "The change is not significant after correction for multiple comparisons.";

function toEstimate(estimate: ComparedRowEntry["before"]): ValidatedEstimate | null {
  if (estimate.kind === "absent") return null;
  const { value, lower, upper, n } = estimate;
  return { value, lower, upper, n };
}

function describeAbsence({ before, after }: ComparedRowEntry): string | null {
  const texts = [
    before.kind === "absent" ? `Before: ${absenceText(before)}` : "",
    after.kind === "absent" ? `After: ${absenceText(after)}` : "",
  ].filter((text) => text !== "");
  return texts.length === 0 ? null : texts.join(" ");
}
