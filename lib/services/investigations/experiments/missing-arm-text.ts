/** Why the arms of an experiment have no result, as a sentence after a colon. */
import { experimentLimits, type ExperimentPlan } from "@/lib/model/investigation/experiments/experiment";
import { unequalBlocksText } from "@/lib/model/investigation/experiments/baseline-arm-rules";
import { describeMissingBlocks } from "@/lib/sentences/baselines/concern-text";
import type { ArmsOutcome } from "./read-arms";

/** Returns why the named arm was not measured. `atMs` is the time of the evaluation. */
export function describeMissingArm(
  { arm, reason }: Extract<ArmsOutcome, { kind: "missing" }>,
  { arms }: Pick<ExperimentPlan, "arms">,
  atMs: number,
): string {
  const planned = arms.find(({ name }) => name === arm);
  if (reason.kind === "no-baseline")
    return `the baseline of ${arm} was deleted, or only its team may read it. Add an experiment with another baseline.`;
  if (planned?.windows.every(({ startMs }) => startMs >= atMs) === true)
    return `the windows of ${arm} are in the future, so there are no blocks yet.`;
  const deployment = planned?.deployment ?? "";
  if (reason.kind === "unequal-blocks")
    return `${arm} was not measured. ${unequalBlocksText(deployment, reason)}`;
  const selector = planned?.selector ?? null;
  if (reason.kind === "no-samples" && selector !== null)
    return `${arm} was not measured. ${deployment} has no samples with ${selector.label} = ${selector.value} in the windows of this arm. Compare the label and its value with those of the instances.`;
  if (reason.kind === "few-blocks")
    return `the first interim analysis needs ${experimentLimits.minBlocks} complete blocks in each arm, and ${arm} has ${reason.blockCount}.`;
  return `${arm} was not measured. ${describeMissingBlocks(reason).detail}`;
}
