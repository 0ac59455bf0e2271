/** The case study: problem, cause, fix and effect, as a person wrote them. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import {
  caseStudyPartTitles,
  caseStudyParts,
  type CaseStudyTexts,
} from "@/lib/model/investigation/reports/case-study";
import type { Report, ReportSection } from "@/lib/model/investigation/reports/report";
import { formatGoal } from "../goal-text";
import { goalChart, goalCheckTable, listCheckedParts } from "./goal-check-blocks";
import { findAdoptedExperiment, findAnswer, findGoalCheck, listCauses, writeLead } from "./record-facts";
import { factorText } from "@/lib/model/investigation/experiments/experiment";
import type { ReportContext } from "./report-context";

/** Returns the texts with the goal check as proof of the effect. */
export function createCaseStudyReport(
  document: InvestigationDocument,
  texts: CaseStudyTexts,
  { createdAtMs, timeZone }: ReportContext,
): Report {
  const { deployments, number } = document.investigation;
  const facts = [
    { name: "Deployments", value: deployments.map(({ title }) => title).join(", ") || "none" },
    ...(texts.causeClass === null ? [] : [{ name: "Class of the cause", value: texts.causeClass }]),
  ];
  return {
    schemaVersion: 1,
    kind: "case-study",
    number,
    title: texts.title,
    createdAtMs,
    timeZone,
    lead: writeLead(document),
    sections: [
      { title: "Facts", level: 2, blocks: [{ kind: "facts", facts }] },
      ...caseStudyParts.map((part): ReportSection => ({
        title: caseStudyPartTitles[part],
        level: 2,
        blocks: [{ kind: "markdown", label: null, text: texts[part] }],
      })),
      ...measuredSection(document),
    ],
    remarks: [],
  };
}

function measuredSection(document: InvestigationDocument): readonly ReportSection[] {
  const check = findGoalCheck(document);
  if (check === null) return [];
  const parts = listCheckedParts(check);
  const chart = goalChart(parts, document.investigation.goal?.kind === "change");
  return [
    {
      title: "Measured effect",
      level: 2,
      blocks: [{ kind: "table", ...goalCheckTable(parts) }, ...(chart === null ? [] : [chart])],
    },
  ];
}

/** Returns texts from the record, from which a person writes the case study. Parts that the record lacks are empty. */
export function proposeCaseStudy(document: InvestigationDocument): CaseStudyTexts {
  const { title, goal } = document.investigation;
  const [cause] = listCauses(document);
  const adopted = findAdoptedExperiment(document);
  const check = findGoalCheck(document);
  const problem = findAnswer(document, "identify-symptoms", "scope");
  return {
    title,
    problem: [title, problem, goal === null ? null : `Goal: ${formatGoal(goal)}`]
      .filter(isPresent)
      .join("\n\n"),
    cause: cause?.statement ?? "",
    fix: [
      adopted === undefined ? null : factorText(adopted.factor),
      findAnswer(document, "optimise", "change"),
    ]
      .filter(isPresent)
      .join("\n\n"),
    effect:
      check?.sentence ??
      adopted?.decision?.result?.sentence ??
      findAnswer(document, "optimise", "effect") ??
      "",
    causeClass: cause?.causeClass ?? null,
  };
}

function isPresent(text: string | null): text is string {
  return text !== null;
}
