/** Checks whether the goal of an investigation is met, on each of its deployments. */
import { combineVerdicts } from "@/lib/analysis/goals/judge-goal";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import type { CollectedWindow } from "@/lib/investigations/collected-window";
import type { AppError } from "@/lib/model/app-error";
import type { GoalVerdict } from "@/lib/model/investigation/goal";
import type { GoalCheck } from "@/lib/model/investigation/goal-check";
import { goalCheckSentence } from "@/lib/sentences/investigations/goal-check-sentence";
import { nowMs } from "@/lib/server/clock";
import type { Reader } from "@/lib/server/principal";
import { checkDeploymentGoal } from "./check-deployment-goal";

/** Maximum number of checked deployments, because each deployment needs a full measurement of the window. */
const maxDeployments = 3;
const usualReadLimitMs = 8_000;

/** Investigation whose goal is checked, the window, and the caller with whose rights the sources are read. */
export interface GoalCheckRequest {
  readonly investigation: Pick<Investigation, "goal" | "conditions" | "baseline" | "deployments">;
  /** Number of deployments of the investigation that the caller may not read. */
  readonly hiddenDeploymentCount: number;
  readonly window: CollectedWindow;
  readonly reader: Reader;
  /** Time limit for reading a source; 8 s if absent. */
  readonly readLimitMs?: number;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** A goal check, and the error of a source that did not respond. Another attempt may have a different result. */
export interface GoalCheckOutcome {
  /** Result of the check; null if the investigation has no goal. */
  readonly check: GoalCheck | null;
  readonly failure: AppError | null;
}

/**
 * Returns the verdict on the goal for all deployments. Null if the investigation has no goal. Throws
 * database-unavailable.
 */
export async function checkGoal(request: GoalCheckRequest): Promise<GoalCheck | null> {
  return (await checkGoalWithFailure(request)).check;
}

/** Returns the goal check, and the error of a source that did not respond. Throws database-unavailable. */
export async function checkGoalWithFailure(request: GoalCheckRequest): Promise<GoalCheckOutcome> {
  const { investigation, window, reader, readLimitMs = usualReadLimitMs, requestId, signal } = request;
  const { goal, conditions, baseline } = investigation;
  if (goal === null) return { check: null, failure: null };
  const shared = { goal, conditions, baseline, window, reader, readLimitMs, requestId, signal };
  const checked = await Promise.all(
    investigation.deployments
      .slice(0, maxDeployments)
      .map((deployment) => checkDeploymentGoal({ ...shared, deployment })),
  );
  const deployments = checked.map(({ entry }) => entry);
  const incompleteReason = describeIncomplete(request);
  const verdict = combineVerdictsOrIncomplete(
    deployments.map((one) => one.verdict),
    incompleteReason,
  );
  return {
    check: {
      verdict,
      sentence: goalCheckSentence({ verdict, deployments, incompleteReason }),
      window,
      checkedAtMs: nowMs(),
      deployments,
      incompleteReason,
    },
    failure: checked.find(({ failure }) => failure !== null)?.failure ?? null,
  };
}

/** Combines the verdicts of all deployments. The goal is not "met" if a deployment was not checked, because it may not meet the goal. */
function combineVerdictsOrIncomplete(
  verdicts: readonly GoalVerdict[],
  incompleteReason: string | null,
): GoalVerdict {
  const verdict = combineVerdicts(verdicts);
  return verdict === "met" && incompleteReason !== null ? "cannot-tell" : verdict;
}

function describeIncomplete({ investigation, hiddenDeploymentCount }: GoalCheckRequest): string | null {
  const count = investigation.deployments.length;
  if (hiddenDeploymentCount > 0)
    return "The investigation has deployments that you may not read, so they were not checked.";
  if (count === 0) return "The investigation has no deployment. Add the affected deployment.";
  return count > maxDeployments
    ? `The check reads the first ${maxDeployments} of ${count} deployments. Open an investigation for each group.`
    : null;
}
