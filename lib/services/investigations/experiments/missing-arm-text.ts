/** Describes why an arm of an experiment was not measured. The texts follow a colon, as in "Cannot tell: the baseline was deleted." */
import { experimentLimits, type ExperimentPlan } from "@/lib/model/investigation/experiments/experiment";
import { unequalBlocksText } from "@/lib/model/investigation/experiments/baseline-arm-rules";
import { describeMissingBlocks } from "@/lib/sentences/baselines/concern-text";
import type { BaselineReadFailure } from "./read-baseline-arm";
import type { ReadArmsResult } from "./read-arms";

const unreadBaselineAdvice: Readonly<Record<BaselineReadFailure, string>> = {
  deleted: "Add an experiment with another baseline.",
  hidden: "Ask a member of the team that owns the baseline for the result.",
  unreadable: "Ask a person who can read the baseline for the result.",
};

const unreadBaselinePhrases: Readonly<Record<BaselineReadFailure, string>> = {
  deleted: "was deleted",
  hidden: "is visible only to its team",
  unreadable: "cannot be read with your access",
};

/** Returns why the baseline of an arm cannot be read, as the end of a sentence. */
function unreadBaselineText(arm: string, reason: BaselineReadFailure): string {
  return `the baseline of ${arm} ${unreadBaselinePhrases[reason]}.`;
}

/** Returns why the named arm was not measured. `atMs` is the time of the evaluation. */
export function describeMissingArm(
  { arm, reason }: Extract<ReadArmsResult, { kind: "missing" }>,
  { arms }: Pick<ExperimentPlan, "arms">,
  atMs: number,
): string {
  const planned = arms.find(({ name }) => name === arm);
  if (reason.kind === "unread-baseline")
    return `${unreadBaselineText(arm, reason.reason)} ${unreadBaselineAdvice[reason.reason]}`;
  if (reason.kind === "unusable-baseline") return `${arm} was not measured. ${reason.problem}`;
  if (planned?.windows.every(({ startMs }) => startMs >= atMs) === true)
    return `the windows of ${arm} are in the future, so there are no blocks yet.`;
  const deployment = planned?.deployment ?? "";
  if (reason.kind === "unequal-blocks")
    return `${arm} was not measured. ${unequalBlocksText(deployment, { ...reason, isStarted: true })}`;
  const selector = planned?.selector ?? null;
  if (reason.kind === "no-samples" && selector !== null)
    return `${arm} was not measured. ${deployment} has no samples with ${selector.label} = ${selector.value} in the windows of this arm. Compare the label and its value with those of the instances.`;
  if (reason.kind === "few-blocks")
    return `the first interim analysis needs ${experimentLimits.minBlocks} complete blocks in each arm, and ${arm} has ${reason.blockCount}.`;
  return `${arm} was not measured. ${describeMissingBlocks(reason).detail}`;
}
