/** Adds people to an investigation, changes their roles, and removes them. */
import type { z } from "zod";
import type {
  removeParticipantContract,
  setParticipantContract,
} from "@/lib/contracts/investigations/people";
import type { participant } from "@/lib/contracts/investigations/response-fields";
import { AppError } from "@/lib/model/app-error";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { participantRoles } from "@/lib/model/investigation/investigation";
import type { Handler } from "@/lib/server/handler";
import type { Transaction } from "@/lib/server/with-change";
import { changeInvestigation, createRefusalError } from "../change-investigation";
import { assertActivePerson } from "../check-references";

type Participant = z.infer<typeof participant>;

/**
 * Adds a participant or changes the participant's role. A role that the participant already has changes nothing. Throws
 * not-found, forbidden, invalid-input and database-unavailable. Throws conflict at the maximum number of participants.
 */
export const setParticipant: Handler<typeof setParticipantContract> = async ({ params, body, principal }) => {
  const { personId, role } = body;
  const request = { principal, number: params.number, changeName: "set-participant" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row } = write;
    await assertActivePerson(transaction, personId);
    const key = { investigationId: row.id, personId };
    const where = { investigationId_personId: key };
    const present = await transaction.participant.findUnique({ where });
    if (present === null) await assertRemainingParticipants(transaction, row.id);
    if (present?.role !== role) {
      await transaction.participant.upsert({ where, create: { ...key, role }, update: { role } });
      await write.recordTimelineEntry({ kind: "participant", personId, role });
    }
    return readParticipants(transaction, row.id);
  });
  return { asOfMs, participants: value };
};

/**
 * Removes a person from an investigation. Throws forbidden and database-unavailable. Throws not-found for a person who
 * does not participate.
 */
export const removeParticipant: Handler<typeof removeParticipantContract> = async ({ params, principal }) => {
  const { number, personId } = params;
  const request = { principal, number, changeName: "remove-participant" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row } = write;
    const where = { investigationId: row.id, personId };
    const { count } = await transaction.participant.deleteMany({ where });
    if (count === 0) throw new AppError("not-found", "this person does not participate");
    await write.recordTimelineEntry({ kind: "participant", personId, role: null });
    return readParticipants(transaction, row.id);
  });
  return { asOfMs, participants: value };
};

/** Returns the participants in the order in which they were added. */
export async function readParticipants(
  database: Pick<Transaction, "participant">,
  investigationId: string,
): Promise<Participant[]> {
  const rows = await database.participant.findMany({
    where: { investigationId },
    orderBy: [{ createdAt: "asc" }, { personId: "asc" }],
    include: { person: { select: { name: true } } },
  });
  return rows.map(({ personId, person, role }) => ({
    id: personId,
    name: person.name,
    role: participantRoles.find((one) => one === role) ?? "watcher",
  }));
}

async function assertRemainingParticipants(
  transaction: Pick<Transaction, "participant">,
  investigationId: string,
): Promise<void> {
  const count = await transaction.participant.count({ where: { investigationId } });
  if (count >= investigationLimits.maxParticipants)
    throw createRefusalError(
      `The investigation has ${count} participants, which is the limit.`,
      "There are too many participants",
    );
}
