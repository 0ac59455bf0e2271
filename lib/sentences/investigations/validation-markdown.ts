/** Writes the validations of an investigation as Markdown. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import type { ValidatedDeployment, ValidatedSignal } from "@/lib/model/investigation/validation";
import { validationName } from "@/lib/model/investigation/validation-name";
import {
  relativeChangeText,
  relativeIntervalText,
  verdictTitles,
} from "@/lib/sentences/comparisons/statistic-text";
import { plainText } from "../markdown-text";
import { listBottleneckTexts } from "./bottleneck-shares-text";
import { goalVerdictWord } from "./goal-verdict-text";
import { verdictLoadText } from "./verdict-provenance-text";

type WriteTime = (atMs: number) => string;
type Validation = InvestigationDocument["validations"][number];

/** Returns a section per validation: the verdict, each deployment before and after, and the watch. */
export function writeValidations(
  { validations }: Pick<InvestigationDocument, "validations">,
  writeTime: WriteTime,
): readonly string[] {
  if (validations.length === 0) return [];
  return ["", "## Validations", ...validations.flatMap((one) => writeValidation(one, writeTime))];
}

function writeValidation(one: Validation, writeTime: WriteTime): readonly string[] {
  const { report, watch } = one;
  const parts = report.goalCheck?.deployments.flatMap(({ parts: judged }) => judged) ?? [];
  return [
    "",
    `### ${validationName(one.number)} Round ${one.round}: ${goalVerdictWord(one.verdict)}`,
    "",
    `${plainText(one.author)}, ${writeTime(one.createdAtMs)}`,
    "",
    plainText(report.sentence),
    "",
    ...parts.map(
      ({ title, verdict, sentence }) =>
        `- ${plainText(title)}: ${goalVerdictWord(verdict)}. ${plainText(sentence)}`,
    ),
    ...report.deployments.flatMap((deployment) => writeDeployment(deployment, writeTime)),
    ...(watch === null
      ? []
      : ["", `Watch since ${writeTime(watch.startedAtMs)}: ${plainText(watch.sentence)}`]),
    ...(watch === null || watch.windows.length === 0 ? [] : [""]),
    ...(watch?.windows ?? []).map(
      ({ startMs, endMs, sentence }) =>
        `- ${writeTime(startMs)} to ${writeTime(endMs)}: ${plainText(sentence)}`,
    ),
  ];
}

function writeDeployment(one: ValidatedDeployment, writeTime: WriteTime): readonly string[] {
  const { deployment, before, after, obstacles, notes, signals, phases, roofline, cost } = one;
  const basis = verdictLoadText(one.basis, "before and after the fix");
  const sides = [
    ["Before", before],
    ["After", after],
  ] as const;
  return [
    "",
    `#### ${plainText(deployment.title)}`,
    "",
    ...sides.flatMap(([name, side]) =>
      side === null
        ? []
        : [
            `- ${name}: ${plainText(side.label)}, ${writeTime(side.window.startMs)} to ${writeTime(side.window.endMs)}`,
          ],
    ),
    ...(obstacles.length === 0 ? [`- ${plainText(one.sentence)}`] : []),
    ...obstacles.map((text) => `- No verdict: ${plainText(text)}`),
    ...(basis === null ? [] : [`- ${plainText(basis)}`]),
    ...notes.map((text) => `- Note: ${plainText(text)}`),
    ...[...listBottleneckTexts({ phases, roofline }), cost.sentence].map((text) => `- ${plainText(text)}`),
    ...(signals.length === 0
      ? []
      : [
          "",
          "| Signal | Before | After | Change | Verdict |",
          "| --- | --- | --- | --- | --- |",
          ...signals.map(writeSignal),
        ]),
  ];
}

function writeSignal(row: ValidatedSignal): string {
  const { title, before, after, change, verdict, reason } = row;
  const cells = [
    title,
    estimateText(before, row),
    estimateText(after, row),
    change === null
      ? "–"
      : `${relativeChangeText({ change: change.value })} (${relativeIntervalText(change)})`,
    reason === null ? verdictTitles[verdict] : `${verdictTitles[verdict]}: ${reason}`,
  ];
  return `| ${cells.map(plainText).join(" | ")} |`;
}

function estimateText(estimate: ValidatedSignal["before"], { unit, displayUnit }: ValidatedSignal): string {
  return estimate === null
    ? "–"
    : `${formatWithUnit(estimate.value, unit, displayUnit)} (n = ${formatCount(estimate.n)})`;
}
