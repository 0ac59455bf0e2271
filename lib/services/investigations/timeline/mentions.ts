/** Finds and stores the people whom a comment mentions. */
import { joinMentions, retainMentions } from "@/lib/model/investigation/find-mentions";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { createInputError, type InvestigationChange } from "../change-investigation";
import { readTextOutsideCode } from "./text-outside-code";
import type { TimelineRow } from "./timeline-row";

interface NewComment {
  readonly text: string;
  readonly mentions: readonly string[];
}

/** Returns the ids in the request and the ids of the people whose names the text mentions, without duplicates. */
export async function listMentionedPersonIds(
  write: InvestigationChange,
  { text, mentions }: NewComment,
): Promise<string[]> {
  if (!text.includes("@")) return [...mentions];
  const people = await readPeople(write);
  return limitCount(joinMentions(readTextOutsideCode(text), people, mentions));
}

interface EditedComment {
  readonly text: string;
  /** Ids in the request. If undefined, the people who were mentioned before remain, unless the new text lacks their name. */
  readonly mentions?: readonly string[] | undefined;
}

/** Returns the ids of the people whom an edited comment mentions, without duplicates. */
export async function listMentionedPersonIdsAfterEdit(
  write: InvestigationChange,
  before: NewComment,
  { text, mentions }: EditedComment,
): Promise<string[]> {
  if (mentions !== undefined) return listMentionedPersonIds(write, { text, mentions });
  const people = await readPeople(write);
  const texts = { before: readTextOutsideCode(before.text), after: readTextOutsideCode(text) };
  return limitCount(joinMentions(texts.after, people, retainMentions(before.mentions, people, texts)));
}

async function readPeople({ transaction }: InvestigationChange) {
  return transaction.person.findMany({
    where: { kind: "person", state: "active" },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    select: { id: true, name: true },
  });
}

function limitCount(ids: readonly string[]): string[] {
  return ids.slice(0, investigationLimits.maxMentions);
}

/** Stores the people whom a comment mentions. Throws invalid-input for an unknown person. */
export async function addMentions(
  { transaction, row, asOf }: InvestigationChange,
  entryId: string,
  personIds: readonly string[],
): Promise<void> {
  if (personIds.length === 0) return;
  const where = { id: { in: [...personIds] }, kind: "person", state: "active" };
  const count = await transaction.person.count({ where });
  if (count !== personIds.length)
    throw createInputError(
      "A mentioned person does not exist, or was removed. Remove the mention.",
      "The text was not saved",
    );
  await transaction.mention.createMany({
    data: personIds.map((personId) => ({ entryId, personId, investigationId: row.id, at: asOf })),
  });
}

/**
 * Replaces the mentioned people after an edit. People who were mentioned before retain the time of their
 * mention. Throws invalid-input for an unknown new person.
 */
export async function replaceMentions(
  write: InvestigationChange,
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
