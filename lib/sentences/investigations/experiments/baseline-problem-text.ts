/** Why the data of a stored baseline allow no verdict of an experiment, as a sentence. */
import { hasChangedInstances } from "@/lib/analysis/experiments/baseline-arm";
import { classifyConcerns } from "@/lib/analysis/gates/data-issues";
import { formatNumber } from "@/lib/format/number";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";

/**
 * Returns why a baseline cannot be an arm, and what to do; null if it can. Gates and validations refuse baselines with
 * the same concerns. `arm` is the name of the arm. `isStarted` changes the advice, because the arms of a started
 * experiment cannot change.
 */
export function baselineProblemText(
  arm: string,
  { load, instanceRange, concerns }: Pick<BaselineDocument, "load" | "instanceRange" | "concerns">,
  { isStarted }: { readonly isStarted: boolean },
): string | null {
  if (hasChangedInstances({ load, instanceRange }))
    return `The number of ready instances changed within the baseline of ${arm}: ${changeText(load, instanceRange)}. Its load per instance at each time is not stored. ${isStarted ? "Add an experiment whose baseline has" : "Choose a baseline with"} a constant number of instances.`;
  const details = classifyConcerns(concerns, "baseline").obstacles.flatMap((issue) =>
    issue.kind === "concern" ? [issue.detail] : [],
  );
  return details.length === 0
    ? null
    : `A concern about the baseline of ${arm} prevents a verdict: ${details.join(" ")} ${isStarted ? "Add an experiment with" : "Choose"} another baseline.`;
}

function changeText(
  { meanInstanceCount }: BaselineDocument["load"],
  range: BaselineDocument["instanceRange"],
): string {
  return range === null || range.min === range.max
    ? `${formatNumber(meanInstanceCount ?? 0)} on average`
    : `between ${range.min} and ${range.max}`;
}
