/** Rules of the changes of an experiment. Pure: each function receives the facts on which it decides. */
import { fail, succeed, type Result } from "@/lib/base/result";
import { findArmError, findMeasureError } from "./arm-rules";
import {
  experimentName,
  type ArmWindow,
  type ExperimentArm,
  type ExperimentArms,
  type ExperimentDecision,
  type ExperimentPlan,
  type ExperimentState,
} from "./experiment";

/** Returns why the plan cannot be measured, as a sentence; null if it can. */
export function findPlanError(
  { arms, measures, factor }: ExperimentPlan,
  { isStarted }: { readonly isStarted: boolean } = { isStarted: false },
): string | null {
  if (factor.from !== null && factor.from === factor.to)
    return "The two values of the factor are equal. Enter the value before and the value after the change.";
  return findArmError(arms, { isStarted }) ?? findMeasureError(measures, arms);
}

/** A plan with the hypothesis that it tests. */
export interface EditedPlan extends ExperimentPlan {
  readonly hypothesisId: string | null;
}

/**
 * Returns why an edit is refused; null if it is accepted. After the start, only the windows and the rollback plan
 * change, because a plan that follows the data proves nothing.
 */
export function findEditError(
  state: ExperimentState,
  present: EditedPlan,
  edited: EditedPlan,
): string | null {
  if (state === "ended")
    return "The experiment has ended, so its plan cannot be changed. Add another experiment.";
  if (state === "running" && describeFixed(present) !== describeFixed(edited))
    return "The experiment is running, so only windows and the rollback plan can be changed. End it, and add another experiment.";
  const emptied = edited.arms.find(({ windows, baseline }) => windows.length === 0 && baseline === null);
  if (state === "running" && emptied !== undefined)
    return `${emptied.name} has no window, so nothing would be measured. Keep at least one window per arm.`;
  return findPlanError(edited, { isStarted: state !== "planned" });
}

function describeFixed({ kind, hypothesisId, factor, arms, measures }: EditedPlan): string {
  const { path, from, to } = factor;
  const fixed = arms.map(({ role, name, deployment, selector, baseline }) => [
    role,
    name,
    deployment,
    selector?.label,
    selector?.value,
    baseline?.id,
  ]);
  const { primary, guards, hasCostGuard, marginRatio, maxQualityDecrease, plannedBlocks, stopRule } =
    measures;
  const keys = [primary, ...guards].map(({ signal, statistic }) => `${signal}.${statistic}`);
  const rules = [hasCostGuard, marginRatio, maxQualityDecrease, plannedBlocks, stopRule];
  return JSON.stringify([kind, hypothesisId, path, from, to, fixed, keys, rules]);
}

/**
 * Returns the arms after the start. An arm without a window gets a window that begins now, unless it is a baseline.
 * Fails with a sentence if the experiment cannot start.
 */
export function startArms(
  state: ExperimentState,
  arms: ExperimentArms,
  nowMs: number,
): Result<ExperimentArms, string> {
  if (state !== "planned") return fail(`The experiment is ${state} already.`);
  const started = mapArms(arms, ({ windows, baseline }) =>
    windows.length > 0 || baseline !== null ? windows : [{ startMs: nowMs, endMs: null }],
  );
  const error = findArmError(started);
  return error === null ? succeed(started) : fail(error);
}

/**
 * Returns the arms after the end. The end of windows that have not ended becomes `nowMs`. Fails with a sentence if the
 * experiment cannot end.
 */
export function endArms(
  state: ExperimentState,
  arms: ExperimentArms,
  nowMs: number,
): Result<ExperimentArms, string> {
  if (state === "ended") return fail("The experiment has ended already.");
  if (state === "planned") return fail("The experiment has not started, so it cannot be ended.");
  return succeed(
    mapArms(arms, ({ windows }) =>
      windows
        .filter(({ startMs }) => startMs < nowMs)
        .map(({ startMs, endMs }) => ({ startMs, endMs: Math.min(endMs ?? nowMs, nowMs) })),
    ),
  );
}

function mapArms(
  [reference, changed]: ExperimentArms,
  windowsOf: (arm: ExperimentArm) => readonly ArmWindow[],
): ExperimentArms {
  return [
    { ...reference, windows: windowsOf(reference) },
    { ...changed, windows: windowsOf(changed) },
  ];
}

/** Returns why the experiment cannot be deleted; null if it can. A measurement belongs to the record. */
export function findRemovalError(state: ExperimentState): string | null {
  return state === "planned"
    ? null
    : `The experiment is ${state}, so it is part of the record. Only a planned experiment can be deleted.`;
}

/** Returns why a decision is refused; null if it is accepted. */
export function findDecisionError(state: ExperimentState, present: ExperimentDecision | null): string | null {
  if (state !== "ended") return `The experiment is ${state}. End it before the decision.`;
  return present === null ? null : `The decision is ${present} already.`;
}

/** Facts that decide whether the caller may approve an adopted change. */
export interface ApprovalFacts {
  readonly decision: ExperimentDecision | null;
  readonly isApproved: boolean;
  /** True if the caller added the experiment or decided to adopt the change. */
  readonly isProposer: boolean;
  /** True if no other person can edit the investigation. */
  readonly isOnlyApprover: boolean;
  /** The participants with the role approver. If there are any, no other person may approve. */
  readonly approverIds: readonly string[];
  readonly callerId: string;
  /** Reason why the proposer approves the change without another person; null without a reason. */
  readonly exceptionReason: string | null;
}

/** Returns whether the approval is a signed exception, or why it is refused. */
export function checkApproval(approval: ApprovalFacts): Result<{ readonly isException: boolean }, string> {
  const { decision, isApproved, isProposer, isOnlyApprover, exceptionReason } = approval;
  if (decision !== "adopt")
    return fail(
      "Only an adopted change can be approved. Decide to adopt the change. Then another person can approve it.",
    );
  if (isApproved) return fail("The change is approved already.");
  if (isProposer) {
    if (!isOnlyApprover)
      return fail(
        "The person who proposed the change cannot approve it. Ask another editor for the approval.",
      );
    return exceptionReason === null
      ? fail("You proposed the change, and no other person can approve it. Sign the exception with a reason.")
      : succeed({ isException: true });
  }
  const { approverIds, callerId } = approval;
  return approverIds.length === 0 || approverIds.includes(callerId)
    ? succeed({ isException: false })
    : fail("The investigation names its approvers. Ask one of them for the approval.");
}

/** The part of an experiment on which the deployment of a fix depends. */
export interface ProposedChange {
  readonly number: number;
  readonly decision: ExperimentDecision | null;
  readonly isApproved: boolean;
}

/**
 * Returns why the fix may not be marked as deployed, as a sentence; null if it may. Each adopted change needs an
 * approval, because the deploy can contain all of them. Without experiments in the round, or with rejected ones only,
 * no approval is needed. A repeated experiment needs a later one with a decision, or another approved change.
 */
export function findApprovalObstacle(experiments: readonly ProposedChange[]): string | null {
  const lastDecided = Math.max(
    0,
    ...experiments.filter(({ decision }) => decision !== null).map(({ number }) => number),
  );
  const open = experiments.filter(
    ({ decision, number }) => decision !== "reject" && !(decision === "repeat" && number < lastDecided),
  );
  const isApprovalMissing = open.some(({ decision, isApproved }) => decision === "adopt" && !isApproved);
  if (open.length === 0 || (!isApprovalMissing && open.some(({ isApproved }) => isApproved))) return null;
  const namesOf = (decision: ExperimentDecision | null): string =>
    open
      .filter((one) => one.decision === decision && !one.isApproved)
      .map(({ number }) => experimentName(number))
      .join(", ");
  const [adopted, undecided] = [namesOf("adopt"), namesOf(null)];
  const required = "“Fix deployed” requires an approved change.";
  if (adopted !== "") return `${required} The change of ${adopted} is adopted, but not approved.`;
  return undecided === ""
    ? `${required} The decision on ${namesOf("repeat")} is to repeat it. Add another experiment, and decide on it.`
    : `${required} Decide on ${undecided}, and have the adopted change approved.`;
}
