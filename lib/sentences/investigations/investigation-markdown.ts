/** Writes the record of an investigation as Markdown. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import { countWithNoun } from "@/lib/format/agreement";
import { answerFromExperiments } from "@/lib/investigations/experiment-answers";
import { getStepWithAddedItems } from "@/lib/investigations/steps/steps";
import { readSavedText } from "@/lib/investigations/saved-text";
import { listReplacedTexts } from "@/lib/investigations/replaced-texts";
import { describeChange } from "@/lib/investigations/timeline-text";
import { experimentName } from "@/lib/model/investigation/experiments/experiment";
import { evidenceName } from "@/lib/model/investigation/evidence";
import { hypothesisNameInRound } from "@/lib/model/investigation/hypothesis";
import { investigationName } from "@/lib/model/investigation/investigation";
import { stateTitles } from "@/lib/model/investigation/investigation-state";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import { plainText } from "../markdown-text";
import { writeEvidence } from "./evidence-markdown";
import { writeExperiments } from "./experiment-markdown";
import { formatCondition, formatGoal } from "./goal-text";
import { describeHypothesis } from "./hypothesis-text";
import { quoteMarkdown } from "./quote-markdown";
import { relationPhrase } from "./relation-text";
import { writeValidations } from "./validation-markdown";

type WriteTime = (atMs: number) => string;

/** Returns the complete record as one text. `writeTime` formats times, because a document has no time zone. */
export function writeInvestigationMarkdown(document: InvestigationDocument, writeTime: WriteTime): string {
  const { investigation } = document;
  return [
    `# ${investigationName(investigation.number)} ${plainText(investigation.title)}`,
    "",
    ...writeFacts(document, writeTime),
    ...writeSteps(document),
    ...writeHypotheses(document),
    ...writeExperiments(document, writeTime),
    ...writeValidations(document, writeTime),
    ...writeEvidence(document, writeTime),
    ...writeTimeline(document, writeTime),
    "",
  ].join("\n");
}

function writeFacts(
  { investigation, participants, relations, exportedAtMs }: InvestigationDocument,
  writeTime: WriteTime,
): readonly string[] {
  const { goal, conditions, links, baseline, deploy, owner, deployments, tags } = investigation;
  const times = [
    ["Started", investigation.startedAtMs],
    ["Detected", investigation.detectedAtMs],
    ["Opened", investigation.createdAtMs],
    ["Mitigated", investigation.mitigatedAtMs],
    ["Resolved", investigation.resolvedAtMs],
  ] as const;
  return [
    `- State: ${stateTitles[investigation.state]}, severity ${investigation.severity}, round ${investigation.round}`,
    `- Deployments: ${deployments.length === 0 ? "none" : deployments.map(({ slug }) => slug).join(", ")}`,
    `- Owner: ${owner === null ? "none" : plainText(owner.name)}`,
    ...participants.map(({ name, role }) => `- Participant: ${plainText(name)}, ${role}`),
    ...(tags.length === 0 ? [] : [`- Tags: ${tags.join(", ")}`]),
    ...(investigation.dueOn === null ? [] : [`- Due: ${investigation.dueOn}`]),
    ...times.flatMap(([name, atMs]) => (atMs === null ? [] : [`- ${name}: ${writeTime(atMs)}`])),
    ...writeOpening(investigation.opening),
    `- Goal: ${goal === null ? "not set" : formatGoal(goal)}`,
    ...conditions.map((condition) => `- Must not worsen: ${plainText(formatCondition(condition))}`),
    `- Baseline: ${baseline === null ? "none" : plainText(baseline.name)}${baseline?.isOfOtherDeployment === true ? ", of another deployment" : ""}`,
    ...(deploy === null
      ? []
      : [`- Deploy of the fix: ${plainText(deploy.title)}, ${writeTime(deploy.atMs)}`]),
    ...links.map(({ title, url }) => `- Link: ${plainText(title)}, <${escapeUrl(url)}>`),
    ...relations.map(
      (one) => `- Relation: ${relationPhrase(one)} ${investigationName(one.number)} ${plainText(one.title)}`,
    ),
    `- Exported: ${writeTime(exportedAtMs)}`,
  ];
}

function writeOpening({ kind, path }: InvestigationDocument["investigation"]["opening"]): readonly string[] {
  return path === null ? [] : [`- Opened from: a ${kind}, \`${path}\``];
}

function writeSteps({ steps, experiments }: InvestigationDocument): readonly string[] {
  return steps.flatMap((record) => {
    const { step: id, round, state, reason, answers, checked } = record;
    const step = getStepWithAddedItems(record);
    const ofRound = experiments.filter((one) => one.round === round);
    const fields = step.fields.map((field) => {
      const answer = readSavedText(field, answers);
      const texts = [
        ...answerFromExperiments(field, ofRound).map(
          ({ experimentNumber, text }) => `${experimentName(experimentNumber)}: ${text}`,
        ),
        ...(answer === "" ? [] : [answer]),
      ];
      return { label: field.label, texts, isMissing: field.isRequired && texts.length === 0 };
    });
    const answered = fields.flatMap(({ label, texts }) =>
      texts.flatMap((text, index) => ["", ...(index === 0 ? [`**${label}**`, ""] : []), quoteMarkdown(text)]),
    );
    const missing = fields.filter(({ isMissing }) => isMissing).map(({ label }) => label);
    return [
      "",
      `## Round ${round}, step ${stepNumber(id)}: ${step.title} (${state})`,
      ...(reason === null ? [] : ["", `Reason: ${plainText(reason)}`]),
      ...answered,
      ...(state === "skipped" || missing.length === 0
        ? []
        : ["", `Required, but not answered: ${missing.join(", ")}`]),
      ...(state === "skipped" ? [] : ["", ...writeChecklist(step.checklist, checked)]),
    ];
  });
}

function writeChecklist(
  checklist: readonly { readonly id: string; readonly text: string }[],
  checked: readonly string[],
): readonly string[] {
  return checklist.map(({ id, text }) => `- [${checked.includes(id) ? "x" : " "}] ${plainText(text)}`);
}

function writeHypotheses({ hypotheses, investigation }: InvestigationDocument): readonly string[] {
  if (hypotheses.length === 0) return [];
  return [
    "",
    "## Hypotheses",
    ...hypotheses.flatMap(({ statement, status, evidence, ...one }) => [
      "",
      `- ${hypothesisNameInRound(one, investigation.round)} (${status}): ${plainText(statement)}`,
      `  - ${plainText(describeHypothesis(one))}`,
      ...evidence.map(
        (link) => `  - ${link.weight} evidence ${link.direction}: ${evidenceName(link.number)}`,
      ),
    ]),
  ];
}

function writeTimeline(
  { timeline, omittedEntryCount }: InvestigationDocument,
  writeTime: WriteTime,
): readonly string[] {
  return [
    "",
    "## Timeline",
    "",
    ...(omittedEntryCount === 0
      ? []
      : [
          `${countWithNoun(omittedEntryCount, "older entry is", "older entries are")} not part of this export.`,
          "",
        ]),
    ...timeline.flatMap(({ atMs, author, payload, people }) => {
      const start = `- ${writeTime(atMs)} ${plainText(author)}`;
      if (payload.kind === "comment" || payload.kind === "manual")
        return [`${start}:`, "", quoteMarkdown(payload.text), ""];
      const change = `${start} ${plainText(describeChange(payload, people, writeTime))}`;
      return payload.kind === "step-input" ? [change, ...writeReplacedTexts(payload)] : [change];
    }),
  ];
}

function writeReplacedTexts(payload: Parameters<typeof listReplacedTexts>[0]): readonly string[] {
  return listReplacedTexts(payload).flatMap(({ label, text }) => [
    "",
    `${plainText(label)}, before this edit:`,
    "",
    quoteMarkdown(text),
    "",
  ]);
}

/** Keeps an address within its brackets. */
function escapeUrl(url: string): string {
  return url.replaceAll(/[<>\s]/g, encodeURIComponent);
}
