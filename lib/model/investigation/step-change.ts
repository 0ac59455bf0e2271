/** Rules of the steps of an investigation. Pure: each function receives the facts on which it decides. */
import { fail, succeed, type Result } from "@/lib/base/result";
import { stepNumber, type StepId } from "./step-ids";
import type { StepState } from "./step-record";

/**
 * Whether an investigation has a baseline with which its deployments can be compared. The baseline can be of another
 * deployment if an earlier release stored it, or if the deployments were edited later.
 */
export type BaselineState = "missing" | "other-deployment" | "usable";

/**
 * Returns the state of the baseline of an investigation. A baseline is usable if its deployment is unknown, as for an
 * imported baseline, and if the investigation has no deployments yet.
 */
export function findBaselineState(
  baseline: { readonly deploymentId: string | null } | null,
  deploymentIds: readonly string[],
): BaselineState {
  if (baseline === null) return "missing";
  const { deploymentId } = baseline;
  return deploymentId === null || deploymentIds.length === 0 || deploymentIds.includes(deploymentId)
    ? "usable"
    : "other-deployment";
}

/** Facts about the current round. */
export interface RoundFacts {
  readonly states: Readonly<Record<StepId, StepState>>;
  readonly baseline: BaselineState;
  /** Number of open or supported hypotheses of the round with evidence for them that was not removed. */
  readonly provenHypothesisCount: number;
}

const baselineObstacles: Readonly<Record<Exclude<BaselineState, "usable">, string>> = {
  missing: "Step 6 needs a baseline. Choose a baseline in step 1, or skip step 1 and give a reason.",
  "other-deployment":
    "Step 6 needs a baseline of a deployment of this investigation, and the present baseline is of another deployment. Choose a baseline in step 1, or skip step 1 and give a reason.",
};

/**
 * Returns why the team may not work on a step yet, as a sentence; null if it may. Only step 6, the optimisation, has
 * conditions: a baseline of a deployment of the investigation (step 1), and a hypothesis with evidence for it (step 4). A condition does not apply if step 1 or
 * step 4 was skipped with a reason.
 */
export function findStepObstacle(step: StepId, facts: RoundFacts): string | null {
  if (step !== "optimise") return null;
  const { states, baseline, provenHypothesisCount } = facts;
  if (baseline !== "usable" && states["define-baseline"] !== "skipped") return baselineObstacles[baseline];
  if (provenHypothesisCount === 0 && states["form-hypotheses"] !== "skipped")
    return "Step 6 needs an open or supported hypothesis of this round with evidence for it. Link this evidence in step 4, or skip step 4 and give a reason.";
  return null;
}

/** Move of an investigation from its current step to another step. */
export interface StepMove {
  readonly from: StepId;
  readonly to: StepId;
}

/** Returns whether the move is a return to an earlier step, or why it is refused. A return is never refused. */
export function checkStepMove(
  { from, to }: StepMove,
  facts: RoundFacts,
): Result<{ isBack: boolean }, string> {
  if (from === to) return fail(`The investigation is at step ${stepNumber(to)} already.`);
  const obstacle = findStepObstacle(to, facts);
  return obstacle === null ? succeed({ isBack: stepNumber(to) < stepNumber(from) }) : fail(obstacle);
}

/** Changes of the state of a step. */
export const stepActions = ["finish", "skip", "reopen"] as const;
/** Change of the state of a step: finish, skip or reopen. */
export type StepAction = (typeof stepActions)[number];

/** Request to finish, skip or reopen a step. */
export interface StepStateChange {
  readonly step: StepId;
  readonly action: StepAction;
  /** Why the step is skipped. */
  readonly reason: string | null;
}

/** Returns the new state of a step, or why the change is refused. */
export function changeStepState(
  { step, action, reason }: StepStateChange,
  facts: RoundFacts,
): Result<StepState, string> {
  const present = facts.states[step];
  if (action === "reopen") return present === "open" ? fail("The step is open already.") : succeed("open");
  if (present !== "open") return fail(`The step is ${present}. Reopen it first.`);
  if (action === "skip")
    return reason === null
      ? fail("Enter a reason to skip the step. The reason stays on record.")
      : succeed("skipped");
  const obstacle = findStepObstacle(step, facts);
  return obstacle === null ? succeed("done") : fail(obstacle);
}

/** Returns why a step record of a round may not be changed, as a sentence; null if it may. */
export function findRoundObstacle(round: number, currentRound: number): string | null {
  return round === currentRound
    ? null
    : `Round ${round} cannot be changed, because the investigation is in round ${currentRound}.`;
}
