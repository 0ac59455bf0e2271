/** Stores the people whom a comment mentions. */
import { AppError } from "@/lib/model/app-error";
import type { InvestigationWrite } from "../change-investigation";
import type { TimelineRow } from "./timeline-row";

/** Stores the people whom a comment mentions. Throws invalid-input for an unknown person. */
export async function addMentions(
  { transaction, row, asOf }: InvestigationWrite,
  entryId: string,
  personIds: readonly string[],
): Promise<void> {
  if (personIds.length === 0) return;
  const count = await transaction.person.count({ where: { id: { in: [...personIds] }, state: "active" } });
  if (count !== personIds.length)
    throw new AppError("invalid-input", "A mentioned person does not exist, or was removed.");
  await transaction.mention.createMany({
    data: personIds.map((personId) => ({ entryId, personId, investigationId: row.id, at: asOf })),
  });
}

/** Keeps the times of people who were mentioned before the edit. Throws invalid-input for an unknown new person. */
export async function replaceMentions(
  write: InvestigationWrite,
  { id: entryId }: TimelineRow,
  personIds: readonly string[],
): Promise<void> {
  const { transaction } = write;
  await transaction.mention.deleteMany({ where: { entryId, personId: { notIn: [...personIds] } } });
  const present = await transaction.mention.findMany({ where: { entryId }, select: { personId: true } });
  const known = new Set(present.map(({ personId }) => personId));
  await addMentions(
    write,
    entryId,
    personIds.filter((id) => !known.has(id)),
  );
}
