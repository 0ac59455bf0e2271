/** The executive report: one A4 page with the result, the values before and after, the cause, the fix, and open work. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import { endSentence } from "@/lib/base/end-sentence";
import { joinSentences } from "@/lib/base/join-sentences";
import { countWithNoun } from "@/lib/format/agreement";
import {
  experimentKindTitles,
  experimentName,
  factorText,
} from "@/lib/model/investigation/experiments/experiment";
import { hypothesisNameInRound } from "@/lib/model/investigation/hypothesis";
import { isClosedState } from "@/lib/model/investigation/investigation-state";
import type { Report, ReportBlock } from "@/lib/model/investigation/reports/report";
import { formatGoal } from "../goal-text";
import { goalVerdictWord } from "../goal-verdict-text";
import { measureTable } from "./experiment-blocks";
import { fitToPage } from "./fit-to-page";
import {
  goalChart,
  goalCheckTable,
  listCheckedParts,
  listCheckGaps,
  nameCheckedPart,
} from "./goal-check-blocks";
import { findAdoptedExperiment, findAnswer, listCauses, withRound, writeLead } from "./record-facts";
import { describeCheckTime, describeMissingCheck, findGoalCheck } from "./recorded-check";
import { missingPart, textBlock, writeTime, type ReportContext } from "./report-context";
import { listPartsWithBefore, describeMissingBefore } from "./values-before";

/**
 * Returns the report that fits on one page. Missing parts are named, with the page on which a person enters
 * them.
 */
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
      { title: "Goal, before and after", level: 2, blocks: [...goalBlocks(document, context)] },
      { title: "Cause", level: 2, blocks: [...causeBlocks(document)] },
      { title: "Fix", level: 2, blocks: [...fixBlocks(document, context)] },
      { title: "Open work", level: 2, blocks: [...openBlocks(document)] },
    ],
    remarks: [],
  });
}

function goalBlocks(document: InvestigationDocument, context: ReportContext): readonly ReportBlock[] {
  const { goal, number } = document.investigation;
  if (goal === null) return [missingPart("No goal is set. Set one in step 1.", number, "define-baseline")];
  const found = findGoalCheck(document);
  if (found === null) return [textBlock(`Goal: ${formatGoal(goal)}.`), ...uncheckedGoal(document)];
  const parts = listPartsWithBefore(document, found);
  const table = goalCheckTable(found.check, parts);
  const time = describeCheckTime(found, context);
  const verdict = goalVerdictWord(found.check.verdict);
  if (found.laterChanges.length > 0)
    return [
      textBlock(`Goal: ${formatGoal(goal)}.`),
      missingPart(describeMissingCheck(found), number, "validate"),
      textBlock(`${time}: ${verdict}.`),
      ...table,
    ];
  const chart = goalChart(parts);
  return [
    textBlock(`Goal: ${formatGoal(goal)}. ${verdict}. ${time}.`),
    ...table,
    ...(chart === null ? [] : [chart]),
    ...describeMissingBefore(document, parts),
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
      : [
          {
            kind: "table" as const,
            ...measureTable(
              result,
              `${experimentName(adopted.number)}${adopted.round < document.investigation.round ? ` of round ${adopted.round}` : ""}`,
            ),
          },
        ]),
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
  const nameOf = (one: typeof cause): string => hypothesisNameInRound(one, document.investigation.round);
  const further = more.map(nameOf).join(", ");
  return [
    textBlock(`${nameOf(cause)}: ${cause.statement}`),
    ...(cause.causeClass === null ? [] : [textBlock(`Class of the cause: ${cause.causeClass}.`)]),
    ...(further === "" ? [] : [textBlock(`Also supported: ${further}.`)]),
  ];
}

function fixBlocks(document: InvestigationDocument, context: ReportContext): readonly ReportBlock[] {
  const { number, round } = document.investigation;
  const adopted = findAdoptedExperiment(document);
  const change = findAnswer(document, "optimise", "change");
  const isOfRound = adopted?.round === round || change?.round === round;
  return [
    ...(adopted === undefined ? [] : [textBlock(withRound(document, adopted.round, adoptedText(adopted)))]),
    ...(change === null ? [] : [textBlock(withRound(document, change.round, change.text))]),
    ...(isOfRound ? [] : [missingPart(describeMissingFix(document), number, "optimise")]),
    deployBlock(document, context),
  ];
}

/**
 * Returns why the report has no fix, and what to do. In a round with experiments, step 6 has no text field for the
 * change, so the advice is to decide on an experiment.
 */
function describeMissingFix({ investigation: { round }, experiments }: InvestigationDocument): string {
  const tested = experiments.filter((one) => one.round === round).at(-1);
  if (tested === undefined)
    return round === 1
      ? "The change is not described. Enter it in step 6."
      : `The change of round ${round} is not described. Enter it in step 6.`;
  const { number, kind, factor, decision } = tested;
  const name = experimentName(number);
  const plan = `${name} (${experimentKindTitles[kind]}): ${factorText(factor)}.`;
  return decision === null
    ? `No change is adopted. ${plan} Decide on ${name} in step 6.`
    : `No change is adopted. ${plan} Its decision is to ${decision.decision}. Add another experiment in step 6.`;
}

function deployBlock(
  { investigation: { deploy, number }, timeline }: InvestigationDocument,
  context: ReportContext,
): ReportBlock {
  if (deploy === null) return missingPart("No deploy is linked. Link it with “Change state”.", number);
  // A round can start after the deploy and before its link, so the times of the two do not decide.
  const ending = timeline.find(
    ({ payload }) => payload.kind === "round" && payload.deployEventId === deploy.id,
  );
  const end = ending?.payload.kind === "round" ? `, before round ${ending.payload.to} was started` : "";
  return textBlock(`Deployed: ${deploy.title}, ${writeTime(deploy.atMs, context)}${end}.`);
}

type Experiment = NonNullable<ReturnType<typeof findAdoptedExperiment>>;

function adoptedText({ number, factor, decision, approval }: Experiment): string {
  // A factor starts with its path, so the text has no capital at the start.
  const sentences = [factorText(factor), approvalText(approval), decision?.result?.sentence ?? ""];
  return `${experimentName(number)}: ${joinSentences(sentences)}`;
}

function approvalText(approval: Experiment["approval"]): string {
  if (approval === null) return "The change is not approved";
  return approval.exceptionReason === null
    ? "The change is approved"
    : `The change is approved as a signed exception: ${approval.exceptionReason}`;
}

function openBlocks(document: InvestigationDocument): readonly ReportBlock[] {
  const undecided = document.experiments.filter(
    ({ decision, state }) => decision === null && state !== "planned",
  );
  const open = document.hypotheses.filter(({ status }) => status === "open");
  const followUp = findAnswer(document, "validate", "follow-up");
  const items = [
    ...listStateWork(document),
    ...listGoalWork(document),
    ...undecided.map(({ number }) => `${experimentName(number)} has no decision.`),
    ...(open.length === 0 ? [] : [`${countWithNoun(open.length, "hypothesis is", "hypotheses are")} open.`]),
    ...(followUp === null ? [] : [withRound(document, followUp.round, followUp.text)]),
  ];
  if (items.length === 0) return [textBlock("The record contains no open work.")];
  return [{ kind: "list", items: items.map((text) => ({ text, isTicked: null })) }];
}

/** Returns that the investigation is not closed, with the reason of its present round. */
function listStateWork({
  investigation: { state, round },
  timeline,
}: InvestigationDocument): readonly string[] {
  if (isClosedState(state)) return [];
  const reasons = timeline.flatMap(({ payload }) =>
    payload.kind === "round" && payload.to === round ? [payload.reason] : [],
  );
  return [
    "The investigation is not closed.",
    ...reasons.map((reason) => endSentence(`Round ${round} was started: ${reason}`)),
  ];
}

function listGoalWork(document: InvestigationDocument): readonly string[] {
  const found = findGoalCheck(document);
  if (found === null) return [];
  if (found.laterChanges.length > 0) return [describeMissingCheck(found)];
  const cannotTell = goalVerdictWord("cannot-tell");
  return [
    ...listCheckedParts(found.check)
      .filter(({ verdict }) => verdict !== "met")
      .map((part) => `${goalVerdictWord(part.verdict)}: ${nameCheckedPart(part)}. ${part.sentence}`),
    ...listCheckGaps(found.check).map((gap) => `${cannotTell}: ${gap}`),
  ];
}
