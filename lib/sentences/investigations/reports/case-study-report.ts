/** The case study: problem, cause, fix and effect, as a person wrote them. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import {
  caseStudyPartTitles,
  caseStudyParts,
  type CaseStudyTexts,
} from "@/lib/model/investigation/reports/case-study";
import type { Report, ReportSection } from "@/lib/model/investigation/reports/report";
import { formatGoal } from "../goal-text";
import { goalVerdictWord } from "../goal-verdict-text";
import { goalChart, goalCheckTable, listCheckGaps } from "./goal-check-blocks";
import { findAdoptedExperiment, findAnswer, listCauses, withRound, writeLead } from "./record-facts";
import { describeCheckTime, findGoalCheck, findPresentCheck } from "./recorded-check";
import { factorText } from "@/lib/model/investigation/experiments/experiment";
import { textBlock, type ReportContext } from "./report-context";
import { listPartsWithBefore } from "./values-before";

/** Returns the case study as a report: its texts, and the goal check as proof of the effect. */
export function createCaseStudyReport(
  document: InvestigationDocument,
  texts: CaseStudyTexts,
  context: ReportContext,
): Report {
  const { createdAtMs, timeZone } = context;
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
      ...measuredSection(document, context),
    ],
    remarks: [],
  };
}

function measuredSection(document: InvestigationDocument, context: ReportContext): readonly ReportSection[] {
  const found = findGoalCheck(document);
  if (found === null) return [];
  const parts = listPartsWithBefore(document, found);
  const chart = goalChart(parts);
  return [
    {
      title: "Measured effect",
      level: 2,
      blocks: [
        textBlock(`${describeCheckTime(found, context)}: ${goalVerdictWord(found.check.verdict)}.`),
        ...goalCheckTable(found.check, parts),
        ...listCheckGaps(found.check).map(textBlock),
        ...(chart === null ? [] : [chart]),
      ],
    },
  ];
}

/**
 * Returns a draft of the texts from the record, which a person then edits. Texts that the record does not
 * contain are empty.
 */
export function proposeCaseStudy(document: InvestigationDocument): CaseStudyTexts {
  const { title, goal } = document.investigation;
  const [cause] = listCauses(document);
  const adopted = findAdoptedExperiment(document);
  const change = findAnswer(document, "optimise", "change");
  const scope = findAnswer(document, "identify-symptoms", "scope");
  return {
    title,
    problem: [title, scope?.text ?? null, goal === null ? null : `Goal: ${formatGoal(goal)}`]
      .filter(isPresent)
      .join("\n\n"),
    cause: cause?.statement ?? "",
    fix: [
      adopted === undefined ? null : withRound(document, adopted.round, factorText(adopted.factor)),
      change === null ? null : withRound(document, change.round, change.text),
    ]
      .filter(isPresent)
      .join("\n\n"),
    effect: proposeEffect(document),
    causeClass: cause?.causeClass ?? null,
  };
}

/** Returns the measured effect. An effect of an earlier round is named as such. */
function proposeEffect(document: InvestigationDocument): string {
  const check = findPresentCheck(document);
  if (check !== null) return check.sentence;
  const adopted = findAdoptedExperiment(document);
  const result = adopted?.decision?.result ?? null;
  if (adopted !== undefined && result !== null) return withRound(document, adopted.round, result.sentence);
  const effect = findAnswer(document, "optimise", "effect");
  return effect === null ? "" : withRound(document, effect.round, effect.text);
}

function isPresent(text: string | null): text is string {
  return text !== null;
}
