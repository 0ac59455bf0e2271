/** The result of a goal check in one sentence: the verdict, then the number or the reason behind it. */
import type { GoalCheck, GoalCheckDeployment } from "@/lib/model/investigation/goal-check";
import type { GoalVerdict } from "@/lib/model/investigation/goal";

const starts: Readonly<Record<GoalVerdict, string>> = {
  met: "The goal is met.",
  "not-met": "The goal is not met.",
  "cannot-tell": "The check cannot tell whether the goal is met.",
};

/** Returns the verdict of a goal check as a sentence. It names the deployment if there are several. */
export function goalCheckSentence({
  verdict,
  deployments,
  incompleteReason,
}: Pick<GoalCheck, "verdict" | "deployments" | "incompleteReason">): string {
  const decisive = deployments.find((one) => one.verdict === verdict);
  const reason =
    decisive === undefined ? (incompleteReason ?? "No deployment was checked.") : describeDecisive(decisive);
  const name = decisive === undefined || deployments.length < 2 ? "" : ` ${decisive.deployment.title}:`;
  return `${starts[verdict]}${name} ${reason}`;
}

function describeDecisive({ verdict, unavailableReason, parts }: GoalCheckDeployment): string {
  if (unavailableReason !== null) return unavailableReason;
  const part = parts.find((one) => one.verdict === verdict) ?? parts[0];
  if (part === undefined) return "";
  if (part.kind === "condition") return `Condition “${part.title}”: ${part.sentence}`;
  const conditionCount = parts.length - 1;
  const conditions =
    verdict !== "met" || conditionCount === 0
      ? ""
      : conditionCount === 1
        ? " The condition holds."
        : ` All ${conditionCount} conditions hold.`;
  return `${part.sentence}${conditions}`;
}
