/** The step records of the rounds of an investigation. */
import { z } from "zod";
import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import { AppError } from "@/lib/model/app-error";
import { countHypothesesWithEvidence } from "@/lib/model/investigation/hypothesis";
import { findBaselineState, findRoundObstacle, type RoundFacts } from "@/lib/model/investigation/step-change";
import { stepIds, stepNumber, type StepId } from "@/lib/model/investigation/step-ids";
import { stepStates, type StepState } from "@/lib/model/investigation/step-record";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Transaction } from "@/lib/server/with-change";
import type { InvestigationChange } from "../change-investigation";
import { readHypotheses } from "../hypotheses/hypothesis-row";
import { listDeploymentIds, parseStep } from "../investigation-row";

/** Record of one step in one round, as stored in the database. */
export type StepRow = Prisma.StepRecordGetPayload<object>;

const storedAnswers = z.record(z.string(), z.string());

interface RoundKey {
  readonly investigationId: string;
  readonly round: number;
}

const storedItems = z.array(z.object({ id: z.string(), text: z.string() }));

/** Content of a step before a person edits it. */
export interface StepContent {
  readonly answers: Readonly<Record<string, string>>;
  readonly addedItems: StepRecordEntry["addedItems"];
}

/** Adds the seven open steps of a round. Steps that `contents` lacks are empty. */
export async function addStepRecords(
  transaction: Pick<Transaction, "stepRecord">,
  { investigationId, round }: RoundKey,
  contents: ReadonlyMap<StepId, StepContent> = new Map(),
): Promise<void> {
  await transaction.stepRecord.createMany({
    data: stepIds.map((step) => {
      const { answers, addedItems } = contents.get(step) ?? { answers: {}, addedItems: [] };
      return { investigationId, round, step, answers, addedItems };
    }),
  });
}

/**
 * Returns the content with which the steps of the next round start: no answers, and the checklists of the
 * present round.
 */
export async function readNextRoundContents(
  database: Pick<Transaction, "stepRecord">,
  present: RoundKey,
): Promise<ReadonlyMap<StepId, StepContent>> {
  const records = await readStepRecords(database, present);
  return new Map(records.map(({ step, addedItems }) => [step, { answers: {}, addedItems }]));
}

/** Returns the seven steps of a round, in order. */
export async function readStepRecords(
  database: Pick<Transaction, "stepRecord">,
  { investigationId, round }: RoundKey,
): Promise<StepRecordEntry[]> {
  const rows = await database.stepRecord.findMany({ where: { investigationId, round } });
  return rows.map(toStepRecord).toSorted((one, other) => stepNumber(one.step) - stepNumber(other.step));
}

/** Returns the steps of all rounds, the first round first. */
export async function readStepsOfAllRounds(
  database: Pick<Transaction, "stepRecord">,
  investigationId: string,
): Promise<StepRecordEntry[]> {
  const rows = await database.stepRecord.findMany({ where: { investigationId } });
  return rows
    .map(toStepRecord)
    .toSorted((one, other) => one.round - other.round || stepNumber(one.step) - stepNumber(other.step));
}

/** Converts a step from a database row. */
export function toStepRecord(row: StepRow): StepRecordEntry {
  return {
    step: parseStep(row.step),
    round: row.round,
    state: parseStepState(row.state),
    reason: row.reason,
    answers: storedAnswers.parse(row.answers),
    checked: row.checked,
    addedItems: storedItems.parse(row.addedItems),
    version: row.version,
  };
}

function parseStepState(stored: string): StepState {
  return stepStates.find((state) => state === stored) ?? "open";
}

/** Throws read-only unless the round is the current one. */
export function assertCurrentRound(round: number, currentRound: number): void {
  const obstacle = findRoundObstacle(round, currentRound);
  if (obstacle === null) return;
  throw new AppError("read-only", obstacle, {
    userMessage: {
      title: round < currentRound ? "This round has ended" : "This round has not started",
      next: "Continue in the current round.",
    },
  });
}

/** Returns the row of a step in the current round. Throws read-only for an earlier round. */
export async function findStep(
  { transaction, row }: InvestigationChange,
  { step, round }: { readonly step: StepId; readonly round: number },
): Promise<StepRow> {
  assertCurrentRound(round, row.round);
  return transaction.stepRecord.findUniqueOrThrow({
    where: { investigationId_round_step: { investigationId: row.id, round, step } },
  });
}

/** Reads the facts on which the rules of the current round depend. */
export async function readRoundFacts({ transaction, row }: InvestigationChange): Promise<RoundFacts> {
  const records = await readStepRecords(transaction, { investigationId: row.id, round: row.round });
  const provenHypothesisCount = countHypothesesWithEvidence(
    await readHypotheses(transaction, row.id),
    row.round,
  );
  const stateOf = (step: StepId): StepState => records.find((one) => one.step === step)?.state ?? "open";
  return {
    states: {
      "define-baseline": stateOf("define-baseline"),
      "identify-symptoms": stateOf("identify-symptoms"),
      "collect-data": stateOf("collect-data"),
      "form-hypotheses": stateOf("form-hypotheses"),
      reproduce: stateOf("reproduce"),
      optimise: stateOf("optimise"),
      validate: stateOf("validate"),
    },
    baseline: findBaselineState(row.baseline, listDeploymentIds(row)),
    provenHypothesisCount,
  };
}
