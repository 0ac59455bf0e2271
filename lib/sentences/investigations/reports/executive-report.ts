/** The executive report: one A4 page with the result, the values before and after, the cause, the fix, and open work. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import { countWithNoun } from "@/lib/format/agreement";
import { experimentName, factorText } from "@/lib/model/investigation/experiments/experiment";
import { hypothesisName } from "@/lib/model/investigation/hypothesis";
import { isClosedState } from "@/lib/model/investigation/investigation-state";
import type { Report, ReportBlock } from "@/lib/model/investigation/reports/report";
import { formatGoal } from "../goal-text";
import { goalVerdictWord } from "../goal-verdict-text";
import { measureTable } from "./experiment-blocks";
import { fitToPage } from "./fit-to-page";
import { goalChart, goalCheckTable, listCheckedParts, nameCheckedPart } from "./goal-check-blocks";
import { findAdoptedExperiment, findAnswer, findGoalCheck, listCauses, writeLead } from "./record-facts";
import { missingPart, textBlock, writeTime, type ReportContext } from "./report-context";

/** Returns the report on one page. Parts that the record lacks are named, with the page on which they are entered. */
export function createExecutiveReport(document: InvestigationDocument, context: ReportContext): Report {
  const { number, title } = document.investigation;
  return fitToPage({
    schemaVersion: 1,
    kind: "executive",
    number,
    title,
    createdAtMs: context.createdAtMs,
    timeZone: context.timeZone,
    lead: writeLead(document),
    sections: [
      { title: "Goal, before and after", level: 2, blocks: [...goalBlocks(document)] },
      { title: "Cause", level: 2, blocks: [...causeBlocks(document)] },
      { title: "Fix", level: 2, blocks: [...fixBlocks(document, context)] },
      { title: "Open work", level: 2, blocks: [...openBlocks(document)] },
    ],
    remarks: [],
  });
}

function goalBlocks(document: InvestigationDocument): readonly ReportBlock[] {
  const { goal, number } = document.investigation;
  if (goal === null) return [missingPart("No goal is set. Set one in step 1.", number, "define-baseline")];
  const check = findGoalCheck(document);
  if (check === null) return [textBlock(`Goal: ${formatGoal(goal)}.`), ...uncheckedGoal(document)];
  const parts = listCheckedParts(check);
  const chart = goalChart(parts, goal.kind === "change");
  const hasBaseline = parts.some(({ baseline }) => baseline !== null);
  return [
    textBlock(`Goal: ${formatGoal(goal)}. ${goalVerdictWord(check.verdict)}.`),
    { kind: "table", ...goalCheckTable(parts) },
    ...(chart === null ? [] : [chart]),
    ...(hasBaseline
      ? []
      : [
          missingPart(
            "The values before are unknown, because no baseline is chosen.",
            number,
            "define-baseline",
          ),
        ]),
  ];
}

/** Returns the values of the adopted experiment, because the goal was not checked after the fix. */
function uncheckedGoal(document: InvestigationDocument): readonly ReportBlock[] {
  const adopted = findAdoptedExperiment(document);
  const result = adopted?.decision?.result ?? null;
  return [
    missingPart(
      "The goal was not checked after the fix. Ridgepoint checks it when the state is changed to Resolved.",
      document.investigation.number,
      "validate",
    ),
    ...(adopted === undefined || result === null
      ? []
      : [{ kind: "table" as const, ...measureTable(result, experimentName(adopted.number)) }]),
  ];
}

function causeBlocks(document: InvestigationDocument): readonly ReportBlock[] {
  const [cause, ...more] = listCauses(document);
  if (cause === undefined)
    return [
      missingPart(
        "No hypothesis is marked as supported. Change its status in the section “Hypotheses”.",
        document.investigation.number,
        "form-hypotheses",
      ),
    ];
  const further = more.map(({ number }) => hypothesisName(number)).join(", ");
  return [
    textBlock(`${hypothesisName(cause.number)}: ${cause.statement}`),
    ...(cause.causeClass === null ? [] : [textBlock(`Class of the cause: ${cause.causeClass}.`)]),
    ...(further === "" ? [] : [textBlock(`Also supported: ${further}.`)]),
  ];
}

function fixBlocks(document: InvestigationDocument, context: ReportContext): readonly ReportBlock[] {
  const { deploy, number } = document.investigation;
  const adopted = findAdoptedExperiment(document);
  const change = findAnswer(document, "optimise", "change");
  return [
    ...(adopted === undefined ? [] : [textBlock(adoptedText(adopted))]),
    ...(change === null ? [] : [textBlock(change)]),
    ...(adopted === undefined && change === null
      ? [missingPart("The change is not described. Enter it in step 6.", number, "optimise")]
      : []),
    deploy === null
      ? missingPart("No deploy is linked. Link it with “Change state”.", number)
      : textBlock(`Deployed: ${deploy.title}, ${writeTime(deploy.atMs, context)}.`),
  ];
}

type Experiment = NonNullable<ReturnType<typeof findAdoptedExperiment>>;

function adoptedText({ number, factor, decision, approval }: Experiment): string {
  const approved = approval === null ? "The change is not approved." : "The change is approved.";
  const sentences = [factorText(factor), approved, decision?.result?.sentence ?? ""];
  return `${experimentName(number)}: ${sentences.filter((one) => one !== "").join(". ")}`.replaceAll(
    "..",
    ".",
  );
}

function openBlocks(document: InvestigationDocument): readonly ReportBlock[] {
  const check = findGoalCheck(document);
  const openParts = (check === null ? [] : listCheckedParts(check)).filter(
    ({ verdict }) => verdict !== "met",
  );
  const undecided = document.experiments.filter(
    ({ decision, state }) => decision === null && state !== "planned",
  );
  const open = document.hypotheses.filter(({ status }) => status === "open");
  const followUp = findAnswer(document, "validate", "follow-up");
  const items = [
    ...openParts.map(
      (part) => `${goalVerdictWord(part.verdict)}: ${nameCheckedPart(part)}. ${part.sentence}`,
    ),
    ...(isClosedState(document.investigation.state) ? [] : ["The investigation is not closed."]),
    ...undecided.map(({ number }) => `${experimentName(number)} has no decision.`),
    ...(open.length === 0 ? [] : [`${countWithNoun(open.length, "hypothesis is", "hypotheses are")} open.`]),
    ...(followUp === null ? [] : [followUp]),
  ];
  if (items.length === 0) return [textBlock("The record contains no open work.")];
  return [{ kind: "list", items: items.map((text) => ({ text, isTicked: null })) }];
}
