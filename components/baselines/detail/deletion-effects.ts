/** Effects of the deletion of a baseline on the objects that refer to it, as sentences. */
import type { BaselineEntry, BaselineResponse } from "@/lib/contracts/baselines";
import { experimentName } from "@/lib/model/investigation/experiments/experiment";
import { investigationName } from "@/lib/model/investigation/investigation";

type Uses = BaselineResponse["uses"];

/** Returns the effects of the deletion. The measurements are lost with every baseline. */
export function listDeletionEffects(
  { visibility }: Pick<BaselineEntry, "visibility">,
  uses: Uses,
): readonly string[] {
  const { waitingGateCount: gateCount, experiments } = uses;
  const undecided = experiments.filter(({ hasDecision }) => !hasDecision);
  const decided = experiments.filter(({ hasDecision }) => hasDecision);
  return [
    "Its measurements cannot be restored. To keep a copy, export the baseline first.",
    ...(gateCount === 0
      ? []
      : [
          gateCount === 1
            ? "1 gate run with this baseline is not evaluated yet, and ends without a verdict."
            : `${gateCount} gate runs with this baseline are not evaluated yet, and end without a verdict.`,
        ]),
    ...(uses.investigations.length + uses.hiddenInvestigationCount === 0
      ? []
      : [
          `Investigations that lose their baseline: ${joinNames(uses.investigations.map(investigationName), uses.hiddenInvestigationCount)}.`,
        ]),
    ...(undecided.length === 0
      ? []
      : [
          `Experiments without a decision, which can no longer be measured: ${joinNames(undecided.map(nameExperiment), 0)}.`,
        ]),
    ...(decided.length === 0
      ? []
      : [
          `Experiments with a decision, whose stored result remains: ${joinNames(decided.map(nameExperiment), 0)}.`,
        ]),
    ...(uses.hiddenExperimentCount === 0
      ? []
      : [
          uses.hiddenExperimentCount === 1
            ? "1 experiment is in an investigation that you may not read. Without a decision, it can no longer be measured."
            : `${uses.hiddenExperimentCount} experiments are in investigations that you may not read. Those without a decision can no longer be measured.`,
        ]),
    visibility === "team"
      ? "If it was a default, its name and the reasons are removed from the history of defaults, because only its team may read them."
      : "If it was a default, its name stays in the history of defaults.",
  ];
}

function nameExperiment({ investigation, number, state }: Uses["experiments"][number]): string {
  return `${experimentName(number)} of ${investigationName(investigation)} (${state})`;
}

/** Returns the names in one line, and how many the caller may not read. */
function joinNames(names: readonly string[], hiddenCount: number): string {
  const hidden = hiddenCount === 0 ? [] : [`${hiddenCount} that you may not read`];
  return [...names, ...hidden].join(", ");
}
