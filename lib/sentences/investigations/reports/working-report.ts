/** The working report: the complete case, in the order in which the team worked. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import { joinSentences } from "@/lib/base/join-sentences";
import { countWithNoun } from "@/lib/format/agreement";
import { getStepWithAddedItems } from "@/lib/investigations/steps/steps";
import { describeChange } from "@/lib/investigations/timeline-text";
import { evidenceName } from "@/lib/model/investigation/evidence";
import { hypothesisNameInRound } from "@/lib/model/investigation/hypothesis";
import { investigationName } from "@/lib/model/investigation/investigation";
import type { Report, ReportBlock, ReportSection } from "@/lib/model/investigation/reports/report";
import { stateTitles } from "@/lib/model/investigation/investigation-state";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import { formatCondition, formatGoal } from "../goal-text";
import { relationPhrase } from "../relation-text";
import { evidenceSection } from "./evidence-section";
import { experimentSection } from "./experiment-blocks";
import { goalChart, goalCheckTable, listCheckGaps, listCheckLoads } from "./goal-check-blocks";
import { writeLead } from "./record-facts";
import { describeCheckTime, findGoalCheck, type RecordedCheck } from "./recorded-check";
import { missingPart, textBlock, writeTime, type ReportContext } from "./report-context";
import { validationBlocks } from "./validation-blocks";
import { listPartsWithBefore } from "./values-before";

/** Returns the report of the complete record. */
export function createWorkingReport(document: InvestigationDocument, context: ReportContext): Report {
  const { investigation } = document;
  return {
    schemaVersion: 1,
    kind: "working",
    number: investigation.number,
    title: investigation.title,
    createdAtMs: context.createdAtMs,
    timeZone: context.timeZone,
    lead: writeLead(document),
    sections: [
      factSection(document, context),
      goalSection(document, context),
      ...stepSections(document),
      ...withHeading("Hypotheses", hypothesisBlocks(document)),
      ...withSections(
        "Experiments",
        document.experiments.map((one) => experimentSection(one, context)),
      ),
      ...withHeading("Validations", validationBlocks(document, context)),
      ...withSections(
        "Evidence",
        document.evidence.map((one) => evidenceSection(one, context)),
      ),
      timelineSection(document, context),
    ],
    remarks: [...listRemarks(document)],
  };
}

function withHeading(title: string, blocks: readonly ReportBlock[]): readonly ReportSection[] {
  return blocks.length === 0 ? [] : [{ title, level: 2, blocks: [...blocks] }];
}

function withSections(title: string, sections: readonly ReportSection[]): readonly ReportSection[] {
  return sections.length === 0 ? [] : [{ title, level: 2, blocks: [] }, ...sections];
}

function factSection(
  { investigation, participants, relations }: InvestigationDocument,
  context: ReportContext,
): ReportSection {
  const { deployments, owner, tags, dueOn, baseline, deploy, links } = investigation;
  const times = [
    ["Started", investigation.startedAtMs],
    ["Detected", investigation.detectedAtMs],
    ["Opened", investigation.createdAtMs],
    ["Mitigated", investigation.mitigatedAtMs],
    ["Resolved", investigation.resolvedAtMs],
  ] as const;
  const people = [
    ...(owner === null ? [] : [{ name: "Owner", value: owner.name }]),
    ...participants.map(({ name, role }) => ({ name: "Participant", value: `${name}, ${role}` })),
  ];
  const facts = [
    { name: "State", value: `${stateTitles[investigation.state]}, round ${investigation.round}` },
    { name: "Severity", value: String(investigation.severity) },
    { name: "Deployments", value: deployments.map(({ title }) => title).join(", ") || "none" },
    ...(context.namesPeople ? people : []),
    ...(tags.length === 0 ? [] : [{ name: "Tags", value: tags.join(", ") }]),
    ...(dueOn === null ? [] : [{ name: "Due", value: dueOn }]),
    ...times.flatMap(([name, atMs]) => (atMs === null ? [] : [{ name, value: writeTime(atMs, context) }])),
    { name: "Baseline", value: baseline?.name ?? "none" },
    ...(deploy === null
      ? []
      : [{ name: "Deploy of the fix", value: `${deploy.title}, ${writeTime(deploy.atMs, context)}` }]),
    ...links.map(({ title, url }) => ({ name: "Link", value: `${title}, ${url}` })),
    // Readers of a copy may not know of the other investigation.
    ...relations.map((one) => ({
      name: "Relation",
      value: `${relationPhrase(one)} ${investigationName(one.number)}${context.namesPeople ? ` ${one.title}` : ""}`,
    })),
  ];
  return { title: "Facts", level: 2, blocks: [{ kind: "facts", facts }] };
}

function goalSection(document: InvestigationDocument, context: ReportContext): ReportSection {
  const { goal, conditions, number } = document.investigation;
  const found = findGoalCheck(document);
  return {
    title: "Goal",
    level: 2,
    blocks: [
      goal === null
        ? missingPart("The investigation has no goal. Set one in step 1.", number, "define-baseline")
        : textBlock(formatGoal(goal)),
      ...(conditions.length === 0
        ? []
        : [
            {
              kind: "list" as const,
              items: conditions.map((one) => ({ text: formatCondition(one), isTicked: null })),
            },
          ]),
      ...(found === null ? [] : checkBlocks(document, found, context)),
    ],
  };
}

function checkBlocks(
  document: InvestigationDocument,
  found: RecordedCheck,
  context: ReportContext,
): readonly ReportBlock[] {
  const { check } = found;
  const parts = listPartsWithBefore(document, found);
  const chart = goalChart(parts);
  return [
    textBlock(`${describeCheckTime(found, context)}. ${check.sentence} ${check.window.basis}`),
    ...goalCheckTable(check, parts),
    ...listCheckGaps(check).map(textBlock),
    ...(chart === null ? [] : [chart]),
    ...listCheckLoads(check).map(textBlock),
    ...check.deployments.flatMap(({ warnings }) => warnings.map(textBlock)),
  ];
}

function stepSections({ steps }: InvestigationDocument): readonly ReportSection[] {
  return steps.map((record) => {
    const step = getStepWithAddedItems(record);
    const answers = step.fields.flatMap((field): readonly ReportBlock[] => {
      const answer = record.answers[field.id] ?? "";
      if (answer === "") return [];
      const option = field.kind === "choice" ? field.options.find(({ id }) => id === answer) : undefined;
      return [{ kind: "markdown", label: field.label, text: option?.title ?? answer }];
    });
    const items = step.checklist.map(({ id, text }) => ({ text, isTicked: record.checked.includes(id) }));
    return {
      title: `Round ${record.round}, step ${stepNumber(record.step)}: ${step.title} (${record.state})`,
      level: 2 as const,
      blocks: [
        ...(record.reason === null ? [] : [textBlock(`Reason: ${record.reason}`)]),
        ...answers,
        ...(record.state === "skipped" || items.length === 0 ? [] : [{ kind: "list" as const, items }]),
      ],
    };
  });
}

function hypothesisBlocks({ hypotheses, investigation }: InvestigationDocument): readonly ReportBlock[] {
  if (hypotheses.length === 0) return [];
  const items = hypotheses.map(({ status, statement, evidence, ...one }) => {
    const links = evidence.map(
      (link) => `${link.weight} evidence ${link.direction}: ${evidenceName(link.number)}`,
    );
    return {
      text: joinSentences([
        `${hypothesisNameInRound(one, investigation.round)} (${status}): ${statement}`,
        ...links,
      ]),
      isTicked: null,
    };
  });
  return [{ kind: "list", items }];
}

function timelineSection({ timeline }: InvestigationDocument, context: ReportContext): ReportSection {
  return {
    title: "Timeline",
    level: 2,
    blocks: timeline.map(({ atMs, author, payload, people }): ReportBlock => {
      const start = `${writeTime(atMs, context)}${context.namesPeople ? `, ${author}` : ""}`;
      if (payload.kind === "comment" || payload.kind === "manual")
        return { kind: "markdown", label: start, text: payload.text };
      const names = context.namesPeople ? people : null;
      return textBlock(`${start}: ${describeChange(payload, names, (time) => writeTime(time, context))}`);
    }),
  };
}

function listRemarks({ omittedEntryCount, evidence }: InvestigationDocument): readonly string[] {
  const withoutChart = evidence.filter(({ answer, data }) => answer?.state === "ready" && data === null);
  return [
    ...(omittedEntryCount === 0
      ? []
      : [
          `${countWithNoun(omittedEntryCount, "older entry is", "older entries are")} not part of this report.`,
        ]),
    ...(withoutChart.length === 0
      ? []
      : [
          `The data of ${withoutChart.map(({ number }) => evidenceName(number)).join(", ")} are not drawn. The page of the investigation shows them.`,
        ]),
  ];
}
