/** Rules of the state of an investigation. Pure: each function receives the facts on which it decides. */
import { fail, succeed, type Result } from "@/lib/base/result";
import { findApprovalObstacle, type ProposedChange } from "./experiments/experiment-change";
import type { GoalVerdict } from "./goal";
import {
  endsWithoutFix,
  investigationStates,
  isClosedState,
  isEndWithoutFix,
  stateTitles,
  type InvestigationState,
} from "./investigation-state";

/** For each state, the states that may follow it. */
const followers: { readonly [State in InvestigationState]: readonly InvestigationState[] } = {
  triage: ["active", ...endsWithoutFix],
  active: ["triage", "fix-deployed", ...endsWithoutFix],
  "fix-deployed": ["active", "monitoring", "resolved", ...endsWithoutFix],
  monitoring: ["active", "fix-deployed", "resolved", ...endsWithoutFix],
  resolved: ["active", "monitoring"],
  invalid: ["triage", "active"],
  infrastructure: ["triage", "active"],
  downstream: ["triage", "active"],
  "wont-fix": ["triage", "active"],
  duplicate: ["triage", "active"],
};

/** Returns the states that may follow a state. Their conditions are not checked. */
export function listNextStates(state: InvestigationState): readonly InvestigationState[] {
  return followers[state];
}

/**
 * Returns which states of the usual order cannot follow yet, and which state comes first, as a sentence. Null if no
 * such state exists.
 */
export function describeLaterStates(state: InvestigationState): string | null {
  if (isClosedState(state)) return null;
  const order: readonly InvestigationState[] = investigationStates.filter((one) => !isEndWithoutFix(one));
  const [next] = order.slice(order.indexOf(state) + 1);
  const later = order.slice(order.indexOf(state) + 2).filter((one) => !followers[state].includes(one));
  if (next === undefined || later.length === 0) return null;
  const titles = later.map((one) => `“${stateTitles[one]}”`);
  const names = new Intl.ListFormat("en-GB", { type: "conjunction" }).format(titles);
  return `${names} can be chosen after “${stateTitles[next]}”.`;
}

/** A state change with the facts that its conditions need. */
export interface StateChange {
  readonly from: InvestigationState;
  readonly to: InvestigationState;
  /** True if a deploy event is linked. */
  readonly hasDeploy: boolean;
  /** Experiments of the current round. */
  readonly experiments: readonly ProposedChange[];
  /** Result of the check at the time of the change; null without a goal. */
  readonly goalCheck: { readonly verdict: GoalVerdict; readonly sentence: string } | null;
  /** Reason of a person who signs that the investigation is resolved although the goal is not met. */
  readonly overrideReason: string | null;
  /** Why the investigation ends without a fix, or is opened again. */
  readonly reason: string | null;
  /** True if the change names another investigation of the same symptom. */
  readonly hasOriginal: boolean;
}

/** Returns the new state. Fails with the reason as a sentence if a condition is not met. */
export function changeState(change: StateChange): Result<InvestigationState, string> {
  const { from, to } = change;
  if (from === to) return fail(`The state is ${stateTitles[to]} already.`);
  if (!followers[from].includes(to)) return fail(describeFollowers(from, to));
  const missing = missingCondition(change);
  return missing === null ? succeed(to) : fail(missing);
}

function missingCondition(change: StateChange): string | null {
  const { from, to, reason } = change;
  if (to === "fix-deployed" && !change.hasDeploy)
    return "“Fix deployed” requires a linked event. Link the deploy that contains the fix.";
  const approvalObstacle = to === "fix-deployed" ? findApprovalObstacle(change.experiments) : null;
  if (approvalObstacle !== null) return approvalObstacle;
  if (to === "resolved" && change.goalCheck?.verdict !== "met" && change.overrideReason === null)
    return `“Resolved” requires a goal that is met. ${change.goalCheck?.sentence ?? noGoalText} To resolve the investigation although the goal is not met, sign an exception with a reason.`;
  if (to === "duplicate" && !change.hasOriginal)
    return "To close this investigation as a duplicate, name the investigation that stays open.";
  if (isEndWithoutFix(to) && to !== "duplicate" && reason === null)
    return `“${stateTitles[to]}” requires a reason, because the investigation ends without a fix.`;
  if (isClosedState(from) && !isClosedState(to) && reason === null)
    return "To open the investigation again, enter a reason.";
  return null;
}

const noGoalText = "The investigation has no goal.";

function describeFollowers(from: InvestigationState, to: InvestigationState): string {
  const titles = followers[from].map((state) => stateTitles[state]).join(", ");
  return `“${stateTitles[to]}” cannot follow “${stateTitles[from]}”. Possible next states: ${titles}.`;
}
