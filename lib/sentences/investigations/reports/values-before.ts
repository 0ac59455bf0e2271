/**
 * Adds the values before the fix to a goal check. The check of an absolute goal, such as "TTFT p95 at most 1.00 s", does not
 * read the values before the fix, so they are read from a validation.
 */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import type { ReportBlock } from "@/lib/model/investigation/reports/report";
import type { ValidatedSignal } from "@/lib/model/investigation/validation";
import { listCheckedParts, type CheckedPart } from "./goal-check-blocks";
import type { RecordedCheck } from "./recorded-check";
import { missingPart } from "./report-context";

/**
 * Returns the parts of a goal check. If the check has no value before the fix for a goal, the part contains the value
 * from the newest validation of the same round.
 */
export function listPartsWithBefore(
  { investigation, validations }: InvestigationDocument,
  { check, round }: RecordedCheck,
): readonly CheckedPart[] {
  const newest = validations
    .filter((one) => one.round === round && one.report.deployments.length > 0)
    .toSorted((one, other) => one.number - other.number)
    .at(-1);
  if (newest === undefined) return listCheckedParts(check);
  const { report } = newest;
  const { goal } = investigation;
  const isOfCheck = report.goalCheck === check;
  const isOfGoal = ({ isGoal, signal, statistic }: ValidatedSignal): boolean =>
    isGoal && (isOfCheck || (signal === goal?.signal && statistic === goal.statistic));
  return listCheckedParts(check).map((part) => {
    if (part.kind !== "goal" || part.baseline !== null) return part;
    const measured = report.deployments.find(({ deployment }) => deployment.slug === part.slug);
    const signal = measured?.signals.find(isOfGoal);
    if (signal === undefined) return part;
    // The change belongs to the windows of the validation.
    return { ...part, baseline: signal.before, change: isOfCheck ? signal.change : part.change };
  });
}

/**
 * Returns why the goal has no value before the fix, as a block with a link to the step that adds the value. Empty if
 * the goal has a value before the fix.
 */
export function describeMissingBefore(
  { investigation: { baseline, number } }: InvestigationDocument,
  parts: readonly CheckedPart[],
): readonly ReportBlock[] {
  const goals = parts.filter(({ kind, measured }) => kind === "goal" && measured !== null);
  if (goals.length === 0 || goals.some((part) => part.baseline !== null)) return [];
  return [
    baseline === null
      ? missingPart(
          "The values before are unknown, because no baseline is chosen.",
          number,
          "define-baseline",
        )
      : missingPart(
          "The values before are unknown, because no validation of this round has them. Store a validation in step 7.",
          number,
          "validate",
        ),
  ];
}
