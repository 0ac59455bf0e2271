/** Sentences of a validation: the verdict on top, and the facts that prevent or weaken it. */
import type { LoadChange } from "@/lib/analysis/validation/load-effect";
import { formatNumber } from "@/lib/format/number";
import type { LoadMeasure } from "@/lib/model/comparison/load-measure";
import type { GateIssue } from "@/lib/model/gate/gate-result";
import type { ValidatedDeployment, ValidationReport } from "@/lib/model/investigation/validation";
import { relativeChangeText, relativeIntervalText } from "@/lib/sentences/comparisons/statistic-text";
import { percentText } from "@/lib/sentences/signals/comparison-text";
import { goalIssueText } from "./goal-part-text";

const loads: { readonly [Measure in LoadMeasure]: string } = {
  requestsPerInstance: "The request rate per instance",
  promptTokens: "The mean prompt length",
  outputTokens: "The mean output length",
  fixedConcurrency: "The concurrency",
};

/** Returns a fact that limits the data of one side, as one or two sentences. */
export function validationIssueText(issue: GateIssue): string {
  const side = "side" in issue && issue.side === "baseline" ? "before" : "after";
  switch (issue.kind) {
    case "concern":
      return `In the window ${side} the fix: ${issue.detail}`;
    case "load":
      return issue.ratio === null
        ? `${loads[issue.measure]} was 0 before the fix. Only windows of equal load are compared.`
        : `${loads[issue.measure]} is ${formatNumber(issue.ratio)} times that before the fix. Only windows of equal load are compared (within ± 20 %).`;
    case "unknown-load":
      return `${loads[issue.measure]} is unknown before or after the fix, so equal load cannot be checked.`;
    case "factor-mismatch":
      return `The approved change is not active: ${issue.path} is ${issue.found} after the fix, and the change sets ${issue.declared}.`;
    case "incomplete-signal":
      return `${issue.incompleteCount} of ${issue.blockCount} time blocks ${side} the fix have no value.`;
    default:
      return goalIssueText(issue);
  }
}

/** Returns by how much the load changed within the tolerance: "The request rate per instance fell by 18 % after the fix." */
export function loadChangeText({ measure, ratio }: LoadChange): string {
  return `${loads[measure]} ${ratio < 1 ? "fell" : "rose"} by ${percentText(Math.abs(ratio - 1))} after the fix. Windows are compared up to a difference of 20 %.`;
}

type Sentences = Pick<ValidationReport, "verdict" | "obstacle" | "goalCheck" | "deployments">;

/** Returns the verdict of a validation, the change of the goal's value, and how the bottleneck changed. */
export function validationSentence({ verdict, obstacle, goalCheck, deployments }: Sentences): string {
  const [first] = deployments;
  const facts = first === undefined ? [] : [goalChangeText(first), ...movedTexts(first)];
  const start =
    obstacle === null
      ? (goalCheck?.sentence ?? "The investigation has no goal, so the validation has no verdict.")
      : `The validation cannot tell whether the fix worked. ${obstacle}`;
  const added = verdict === "cannot-tell" ? [] : facts;
  return [start, ...added].filter((text) => text !== "").join(" ");
}

/** Returns by how much the value of the goal changed; empty if the value before or after the fix is missing. */
function goalChangeText({ signals }: ValidatedDeployment): string {
  const row = signals.find(({ isGoal }) => isGoal);
  if (row === undefined || row.change === null) return "";
  const change = relativeChangeText({ change: row.change.value });
  return `Change from before to after the fix: ${change} (${relativeIntervalText(row.change)}).`;
}

function movedTexts({ phases, roofline }: ValidatedDeployment): readonly string[] {
  return [phases, roofline].filter(({ verdict }) => verdict === "moved").map(({ sentence }) => sentence);
}
