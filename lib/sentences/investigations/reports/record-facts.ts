/** Facts of the record that several reports state: the latest goal check, the cause, the fix and open work. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import type { GoalCheck } from "@/lib/model/investigation/goal-check";
import { stateExplanations, stateTitles } from "@/lib/model/investigation/investigation-state";
import type { StepId } from "@/lib/model/investigation/step-ids";

/** Returns the newest goal check of the timeline and of the stored validations; null if the goal was never checked. */
export function findGoalCheck({
  timeline,
  validations,
}: Pick<InvestigationDocument, "timeline" | "validations">): GoalCheck | null {
  const checks = [
    ...timeline.flatMap(({ payload }) =>
      payload.kind === "state" && payload.goalCheck !== undefined ? [payload.goalCheck] : [],
    ),
    ...validations.flatMap(({ report: { goalCheck } }) => (goalCheck === null ? [] : [goalCheck])),
  ];
  return checks.toSorted((one, other) => one.checkedAtMs - other.checkedAtMs).at(-1) ?? null;
}

/** Returns the state and the main result as one or two sentences. */
export function writeLead(document: InvestigationDocument): string {
  const { state, round } = document.investigation;
  const start = `${stateTitles[state]}${round === 1 ? "" : `, round ${round}`}`;
  const check = state === "resolved" ? findGoalCheck(document) : null;
  return `${start}: ${check?.sentence ?? stateExplanations[state]}`;
}

/** Returns the supported hypotheses, the most likely first. */
export function listCauses({ hypotheses }: InvestigationDocument): InvestigationDocument["hypotheses"] {
  return hypotheses
    .filter(({ status }) => status === "supported")
    .toSorted((one, other) => one.rank - other.rank);
}

/** Returns the newest experiment with an adopted change; undefined without one. */
export function findAdoptedExperiment({
  experiments,
}: InvestigationDocument): InvestigationDocument["experiments"][number] | undefined {
  return experiments
    .filter(({ decision }) => decision?.decision === "adopt")
    .toSorted((one, other) => (one.decision?.atMs ?? 0) - (other.decision?.atMs ?? 0))
    .at(-1);
}

/** Returns the newest answer to a field of a step, from the latest round that has one; null without an answer. */
export function findAnswer({ steps }: InvestigationDocument, step: StepId, field: string): string | null {
  const answers = steps
    .filter((record) => record.step === step)
    .toSorted((one, other) => one.round - other.round)
    .flatMap(({ answers: { [field]: answer = "" } }) => (answer.trim() === "" ? [] : [answer]));
  return answers.at(-1) ?? null;
}
