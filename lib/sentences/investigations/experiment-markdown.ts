/** Writes the experiments of an investigation as Markdown. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import { formatCount } from "@/lib/format/number";
import {
  experimentKindTitles,
  experimentName,
  factorText,
  type ExperimentArm,
} from "@/lib/model/investigation/experiments/experiment";
import { hypothesisName } from "@/lib/model/investigation/hypothesis";
import { listGuardNames } from "./experiment-text";
import { nameStatistic } from "@/lib/sentences/comparisons/statistic-text";
import { percentText } from "@/lib/sentences/signals/comparison-text";
import { plainText } from "../markdown-text";
import { baselineArmText } from "./experiments/baseline-arm-text";

type WriteTime = (atMs: number) => string;
type Experiment = InvestigationDocument["experiments"][number];

/** Returns a section per experiment: the declared plan, then the result, the decision and the approval. */
export function writeExperiments(
  { experiments }: Pick<InvestigationDocument, "experiments">,
  writeTime: WriteTime,
): readonly string[] {
  if (experiments.length === 0) return [];
  return ["", "## Experiments", ...experiments.flatMap((one) => writeExperiment(one, writeTime))];
}

function writeExperiment(one: Experiment, writeTime: WriteTime): readonly string[] {
  const { measures, hypothesis, decision, approval, scores } = one;
  const guards = listGuardNames(measures).join(", ");
  return [
    "",
    `### ${experimentName(one.number)} ${experimentKindTitles[one.kind]} (${one.state})`,
    "",
    `- Factor: ${plainText(factorText(one.factor))}`,
    ...(hypothesis === null ? [] : [`- Hypothesis: ${hypothesisName(hypothesis.number)}`]),
    ...one.arms.map((arm) => `- Arm ${armText(arm, writeTime)}`),
    `- Primary measure: ${nameStatistic(measures.primary)}, changes of at least ${percentText(measures.marginRatio)} count`,
    `- Guard measures: ${guards === "" ? "none" : guards}`,
    `- Planned: ${formatCount(measures.plannedBlocks)} blocks per arm, stop rule ${measures.stopRule}`,
    `- Accepted decrease of quality scores: ${percentText(measures.maxQualityDecrease)}`,
    `- Rollback plan: ${plainText(one.rollbackPlan)}`,
    ...scores.map(
      ({ name, role, value, author, atMs }) =>
        `- Quality score ${plainText(name)} of the ${role} arm: ${value} (${plainText(author)}, ${writeTime(atMs)})`,
    ),
    ...(decision === null
      ? []
      : [
          `- Result: ${plainText(decision.result?.sentence ?? "not stored")}`,
          `- Decision: ${decision.decision}, ${plainText(decision.author)}, ${writeTime(decision.atMs)}: ${plainText(decision.reason)}`,
        ]),
    ...(approval === null ? [] : [approvalText(approval, writeTime)]),
  ];
}

function armText(
  { name, deployment, selector, windows, baseline }: ExperimentArm,
  writeTime: WriteTime,
): string {
  if (baseline !== null) {
    const text = baselineArmText(
      baseline,
      ({ startMs, endMs }) => `${writeTime(startMs)} to ${writeTime(endMs)}`,
    );
    return `${plainText(name)}: ${deployment}, ${plainText(text)}`;
  }
  const instances = selector === null ? "" : `, ${selector.label} ${selector.value}`;
  const times = windows.map(
    ({ startMs, endMs }) => `${writeTime(startMs)} to ${endMs === null ? "open" : writeTime(endMs)}`,
  );
  return `${plainText(name)}: ${deployment}${plainText(instances)}${times.length === 0 ? "" : `, ${times.join(", ")}`}`;
}

function approvalText(
  { author, atMs, exceptionReason }: NonNullable<Experiment["approval"]>,
  writeTime: WriteTime,
): string {
  const exception = exceptionReason === null ? "" : `, signed exception: ${plainText(exceptionReason)}`;
  return `- Approved: ${plainText(author)}, ${writeTime(atMs)}${exception}`;
}
