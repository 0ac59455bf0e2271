/** Starts a new round of the steps, and reads earlier rounds. */
import type { investigationRoundContract, startRoundContract } from "@/lib/contracts/investigations/progress";
import { AppError } from "@/lib/model/app-error";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { firstStepOfNextRound } from "@/lib/model/investigation/step-ids";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { assertUnchanged, changeInvestigation, createRefusal } from "../change-investigation";
import { findInvestigation } from "../find-investigation";
import { addStepRecords, readNextContents, readStepRecords } from "./step-records";

/**
 * Starts a new round at step 2 and changes the state to “Active”. Throws not-found, forbidden, conflict if another
 * person started a round, and database-unavailable.
 */
export const startRound: Handler<typeof startRoundContract> = async ({ params, body, principal }) => {
  const { from, reason } = body;
  const request = { principal, number: params.number, changeName: "start-round" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row } = write;
    assertUnchanged(from, row.round, "round");
    const round = row.round + 1;
    if (round > investigationLimits.maxRounds)
      throw createRefusal(
        `An investigation has at most ${investigationLimits.maxRounds} rounds. Open a related investigation.`,
        "There are too many rounds",
      );
    await transaction.investigation.update({
      where: { id: row.id },
      data: {
        round,
        step: firstStepOfNextRound,
        state: "active",
        ...(row.resolvedAt === null ? {} : { resolvedAt: null, version: { increment: 1 } }),
      },
    });
    const { id: investigationId } = row;
    const contents = await readNextContents(transaction, { investigationId, round: row.round });
    await addStepRecords(transaction, { investigationId, round }, contents);
    await write.record({ kind: "round", from, to: round, reason });
    return write.readChanged();
  });
  return { asOfMs, investigation: value };
};

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
