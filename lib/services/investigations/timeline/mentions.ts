/** Finds and stores the people whom a comment mentions. */
import { AppError } from "@/lib/model/app-error";
import { findMentions } from "@/lib/model/investigation/find-mentions";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import type { InvestigationWrite } from "../change-investigation";
import type { TimelineRow } from "./timeline-row";

/** Returns the ids of the request and those of the people whose names the text mentions, without duplicates. */
export async function listMentioned(
  { transaction }: InvestigationWrite,
  { text, mentions }: { readonly text: string; readonly mentions: readonly string[] },
): Promise<string[]> {
  if (!text.includes("@")) return [...mentions];
  const people = await transaction.person.findMany({
    where: { kind: "person", state: "active" },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    select: { id: true, name: true },
  });
  const ids = new Set([...mentions, ...findMentions(text, people)]);
  return [...ids].slice(0, investigationLimits.maxMentions);
}

/** Stores the people whom a comment mentions. Throws invalid-input for an unknown person. */
export async function addMentions(
  { transaction, row, asOf }: InvestigationWrite,
  entryId: string,
  personIds: readonly string[],
): Promise<void> {
  if (personIds.length === 0) return;
  const where = { id: { in: [...personIds] }, kind: "person", state: "active" };
  const count = await transaction.person.count({ where });
  if (count !== personIds.length)
    throw new AppError("invalid-input", "A mentioned person does not exist, or was removed.");
  await transaction.mention.createMany({
    data: personIds.map((personId) => ({ entryId, personId, investigationId: row.id, at: asOf })),
  });
}

/**
 * Replaces the mentioned people after an edit. People who were mentioned before retain the time of their
 * mention. Throws invalid-input for an unknown new person.
 */
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
