/** The goal check in a report: a table of the values before and after, and a chart of the goal. */
import type { GoalCheck, GoalCheckDeployment, GoalCheckPart } from "@/lib/model/investigation/goal-check";
import type { ChartBlock, IntervalsFigure, ReportBlock } from "@/lib/model/investigation/reports/report";
import { goalVerdictWord } from "../goal-verdict-text";
import { verdictLoadText } from "../verdict-provenance-text";
import { changeText, estimateText, type MeasuredEstimate } from "./estimate-text";
import { intervalsTable } from "./interval-charts";

/** A goal or condition with the deployment that was checked. */
export interface CheckedPart extends GoalCheckPart {
  readonly slug: string;
  /** The limit is a change relative to the baseline, not a value. */
  readonly hasRelativeLimit: boolean;
  /** Title of the deployment; null if the check has one deployment. */
  readonly deployment: string | null;
}

/** Returns the goals and conditions of all deployments, in the order of the check. */
export function listCheckedParts({ deployments }: GoalCheck): readonly CheckedPart[] {
  const isNamed = deployments.length > 1;
  return deployments.flatMap(({ deployment, parts }) =>
    parts.map((part) => ({
      ...part,
      slug: deployment.slug,
      // Only the check of a relative goal reads the baseline.
      hasRelativeLimit: part.kind === "condition" || part.baseline !== null || part.change !== null,
      deployment: isNamed ? deployment.title : null,
    })),
  );
}

/** Returns the name of a part: "TTFT p95 at most 1.00 s, chat-70b". */
export function nameCheckedPart({ title, deployment }: CheckedPart): string {
  return deployment === null ? title : `${title}, ${deployment}`;
}

/** Returns the table of the values before and after with their intervals. A check without deployments has no table. */
export function goalCheckTable(check: GoalCheck, parts: readonly CheckedPart[]): readonly ReportBlock[] {
  const measured = parts.map((part) => [
    nameCheckedPart(part),
    estimateText(part.baseline, part),
    estimateText(part.measured, part),
    part.change === null ? "–" : changeText(part.change),
    goalVerdictWord(part.verdict),
  ]);
  const unmeasured = listUnmeasured(check).map(({ deployment, verdict }) => [
    `Goal, ${deployment.title}`,
    "–",
    "–",
    "–",
    goalVerdictWord(verdict),
  ]);
  const rows = [...measured, ...unmeasured];
  if (rows.length === 0) return [];
  return [
    {
      kind: "table",
      caption: "Goal and conditions, with confidence intervals",
      columns: ["Goal or condition", "Before the fix", "After the fix", "Change", "Verdict"],
      rows,
    },
  ];
}

function listUnmeasured({ deployments }: GoalCheck): readonly GoalCheckDeployment[] {
  return deployments.filter(({ parts }) => parts.length === 0);
}

/** Returns why the check does not include every deployment, as sentences. */
export function listCheckGaps(check: GoalCheck): readonly string[] {
  const unmeasured = listUnmeasured(check).map(
    ({ deployment, unavailableReason }) =>
      `${deployment.title}: ${unavailableReason ?? "The deployment was not measured."}`,
  );
  return check.incompleteReason === null ? unmeasured : [...unmeasured, check.incompleteReason];
}

/** Returns the load of the baseline and of the window, as sentences. A check without a baseline has none. */
export function listCheckLoads({ deployments }: GoalCheck): readonly string[] {
  return deployments.flatMap(({ deployment, basis }) => {
    const text = verdictLoadText(basis, "of the baseline and of the checked window");
    return text === null ? [] : [deployments.length > 1 ? `${deployment.title}: ${text}` : text];
  });
}

/** Returns the chart of the first goal with a value; null if no goal was measured. */
export function goalChart(parts: readonly CheckedPart[]): ChartBlock | null {
  const part = parts.find(
    ({ kind, measured, unit }) => kind === "goal" && measured !== null && unit !== null,
  );
  if (part === undefined) return null;
  const { measured, baseline, unit, displayUnit, limit, hasRelativeLimit } = part;
  if (measured === null || unit === null || displayUnit === null) return null;
  const rows = [
    ...(baseline === null ? [] : [{ name: "Before the fix", ...boundsOf(baseline) }]),
    { name: "After the fix", ...boundsOf(measured) },
  ];
  const figure: IntervalsFigure = {
    kind: "intervals",
    unit,
    displayUnit,
    // The limit of a relative goal is a ratio, which has no position on the axis of values.
    limit: hasRelativeLimit || limit === null ? null : { name: "Target", value: limit },
    rows,
  };
  return {
    kind: "chart",
    title: nameCheckedPart(part),
    description: `Values with their intervals. ${part.sentence}`,
    figure,
    table: intervalsTable(figure, nameCheckedPart(part)),
  };
}

function boundsOf({ value, lower, upper }: MeasuredEstimate) {
  return { value, lower, upper };
}
