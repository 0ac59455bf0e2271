/** Starts a new round of the steps, and reads earlier rounds. */
import type { investigationRoundContract, startRoundContract } from "@/lib/contracts/investigations/progress";
import { AppError } from "@/lib/model/app-error";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { investigationStates, type InvestigationState } from "@/lib/model/investigation/investigation-state";
import { firstStepOfNextRound } from "@/lib/model/investigation/step-ids";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import {
  assertUnchanged,
  changeInvestigation,
  createRefusalError,
  type InvestigationChange,
} from "../change-investigation";
import { endRunningExperiments } from "../experiments/change-experiment-state";
import { findInvestigation } from "../find-investigation";
import { endWatches } from "../validation/watch/change-watch";
import { addStepRecords, readNextRoundContents, readStepRecords } from "./step-records";

const { maxRounds } = investigationLimits;

/**
 * Starts a new round at step 2 and changes the state to “Active”. Throws not-found, forbidden and database-unavailable.
 * Throws conflict if another person started a round.
 */
export const startRound: Handler<typeof startRoundContract> = async ({ params, body, principal }) => {
  const { from, reason } = body;
  const request = { principal, number: params.number, changeName: "start-round" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { row } = write;
    assertUnchanged(from, row.round, "round");
    if (row.round >= maxRounds)
      throw createRefusalError(
        `An investigation has at most ${maxRounds} rounds. Open a related investigation.`,
        "The investigation has the maximum number of rounds",
      );
    await beginNextRound(write, reason);
    return write.readChangedInvestigation();
  });
  return { asOfMs, investigation: value };
};

/**
 * Reopens the investigation with a new round at step 2 and the state “Active”. After the last round that an investigation can
 * have, only the state changes.
 */
export async function reopenInvestigation(write: InvestigationChange, reason: string): Promise<void> {
  const { transaction, row } = write;
  if (row.round < maxRounds) return beginNextRound(write, reason);
  await transaction.investigation.update({
    where: { id: row.id },
    data: { state: "active", ...withoutFix(row) },
  });
  await write.recordTimelineEntry({
    kind: "state",
    from: parseState(row),
    to: "active",
    reason,
    isOverride: false,
  });
}

async function beginNextRound(write: InvestigationChange, reason: string): Promise<void> {
  const { transaction, row } = write;
  const { id: investigationId, round: from } = row;
  const round = from + 1;
  const endReason = `Round ${round} was started.`;
  await endWatches(write, endReason);
  await endRunningExperiments(write, endReason);
  await transaction.investigation.update({
    where: { id: investigationId },
    data: { round, step: firstStepOfNextRound, state: "active", ...withoutFix(row) },
  });
  const contents = await readNextRoundContents(transaction, { investigationId, round: from });
  await addStepRecords(transaction, { investigationId, round }, contents);
  const deploy = row.deployEventId === null ? {} : { deployEventId: row.deployEventId };
  const change = row.state === "active" ? {} : { fromState: parseState(row) };
  await write.recordTimelineEntry({ kind: "round", from, to: round, reason, ...deploy, ...change });
}

function parseState(row: InvestigationChange["row"]): InvestigationState {
  return investigationStates.find((state) => state === row.state) ?? "triage";
}

/** Returns the columns without the deploy of the fix, which did not solve the problem. A new deploy can then be linked. Stored validations still contain the earlier deploy. */
function withoutFix({ resolvedAt, deployEventId }: InvestigationChange["row"]) {
  return resolvedAt === null && deployEventId === null
    ? {}
    : { resolvedAt: null, deployEventId: null, version: { increment: 1 } };
}

/**
 * Returns the steps of an earlier round. Throws not-found for an unknown investigation or round, and
 * database-unavailable.
 */
export const getRound: Handler<typeof investigationRoundContract> = async ({ params, principal }) => {
  const { number, round } = params;
  const { row, steps } = await readRows(async (database) => {
    const found = await findInvestigation(database, number, principal);
    return {
      row: found,
      steps: await readStepRecords(database, { investigationId: found.id, round }),
    };
  });
  if (steps.length === 0) throw new AppError("not-found", `the investigation has no round ${round}`);
  return { asOfMs: nowMs(), round, isReadOnly: round !== row.round, steps };
};
