/** Facts of the record that several reports state: the main result, the cause and the fix. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import { stateExplanations, stateTitles } from "@/lib/model/investigation/investigation-state";
import type { StepId } from "@/lib/model/investigation/step-ids";
import { findPresentCheck } from "./recorded-check";

/** Returns the state and the main result as one or two sentences. */
export function writeLead(document: InvestigationDocument): string {
  const { state, round } = document.investigation;
  const start = `${stateTitles[state]}${round === 1 ? "" : `, round ${round}`}`;
  const check = state === "resolved" ? findPresentCheck(document) : null;
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

/** Returns the answer to a field of a step from the latest round with an answer; null without an answer. */
export function findAnswer(
  { steps }: InvestigationDocument,
  step: StepId,
  field: string,
): { readonly text: string; readonly round: number } | null {
  const answers = steps
    .filter((record) => record.step === step)
    .toSorted((one, other) => one.round - other.round)
    .flatMap(({ round, answers: { [field]: text = "" } }) => (text.trim() === "" ? [] : [{ text, round }]));
  return answers.at(-1) ?? null;
}

/**
 * Returns the text. If it is from an earlier round, the result starts with that round: "Round 1, before round 2 was
 * started: …".
 */
export function withRound({ investigation }: InvestigationDocument, round: number, text: string): string {
  return round < investigation.round
    ? `Round ${round}, before round ${round + 1} was started: ${text}`
    : text;
}
