/**
 * Names of the people who made changes. Rows store the id of their author, so that a renamed or removed person has one
 * name everywhere. The names are in memory, because nearly every list shows authors.
 */
import { getDatabase } from "../db/client";
import { getLogger } from "../logger";
import { getProcessState } from "../process-state";

/** Age after which names are read again, because another process may have renamed or removed a person. */
const rememberedMs = 10_000;

interface NameCache {
  names: ReadonlyMap<string, string>;
  atMs: number;
}

const cache = (): NameCache =>
  getProcessState<NameCache>("author-names", () => ({ names: new Map(), atMs: Number.NEGATIVE_INFINITY }));

/**
 * Returns the display name of a stored author. Authors that are not people, such as `operator`, are returned
 * unchanged.
 */
export function findAuthorName(author: string): string {
  return cache().names.get(author) ?? author;
}

/** Authors that are not people. */
export const nonPersonAuthors: readonly string[] = ["operator", "system"];

/**
 * Returns the field that states that the caller made a change. No field for another author, and for callers that are not
 * people, because several people can use such an account.
 */
export function createCallerFlag(author: string, callerId: string): { readonly isCaller?: true } {
  return author === callerId && !nonPersonAuthors.includes(author) ? { isCaller: true } : {};
}

/** Returns the display name of a stored author, which is an id, or a name in rows of earlier releases. Returns "a person" for every author that is not a known id, so that no stored name is shown. */
export function findStoredAuthorName(author: string): string {
  return cache().names.get(author) ?? (nonPersonAuthors.includes(author) ? author : "a person");
}

/** Caches the new name of a person or a service account, so that this process shows it at once. */
export function cacheAuthorName(personId: string, name: string): void {
  cache().names = new Map([...cache().names, [personId, name]]);
}

/**
 * Reads the names of people again if they are older than 10 s. It waits for the result only if `personId` is
 * not known yet. The last names are used while the database is unavailable.
 */
export async function refreshAuthorNames(personId?: string): Promise<void> {
  const { names, atMs } = cache();
  const isKnown = personId !== undefined && names.has(personId);
  if (isKnown && performance.now() - atMs < rememberedMs) return;
  cache().atMs = performance.now();
  const reading = readNames();
  if (!isKnown) await reading;
}

async function readNames(): Promise<void> {
  try {
    const rows = await getDatabase().person.findMany({ select: { id: true, name: true } });
    cache().names = new Map(rows.map(({ id, name }) => [id, name]));
  } catch (error) {
    getLogger().warn({ error }, "the names of people could not be read");
  }
}
