/**
 * Whether a person can sign in. While no person exists, the operator of the machine is the caller of all requests. The
 * last admin cannot be removed, so once a person exists, the answer does not change.
 */
import { createWorkShare, findOrStart, type WorkShare } from "../concurrency/share";
import { getDatabase } from "../db/client";
import { readUnlessHanging, recordDatabaseResponse } from "../db/hanging-database";
import { toDatabaseError } from "../db/failure";
import { getProcessState } from "../process-state";

/** Name under which the process stores whether a person exists. */
export const personExistsStateName = "person-exists";

/** Time for which the answer "no person exists" is reused. Another process may add the first person. */
const rememberedMs = 1_000;
/** If the database takes longer, the last answer is used, because no person can be added without the database. */
const maxWaitMs = 500;

interface PersonExistsState {
  last: { readonly exists: boolean; readonly atMs: number } | undefined;
  readonly reads: WorkShare<boolean, null, string>;
}

const state = (): PersonExistsState =>
  getProcessState<PersonExistsState>(personExistsStateName, () => ({
    last: undefined,
    reads: createWorkShare<boolean, null, string>(),
  }));

/**
 * Returns whether any person exists, so that sign-in is required. Throws database-unavailable if the
 * database has not answered yet.
 */
export async function hasAnyPerson(): Promise<boolean> {
  const { last, reads } = state();
  if (last?.exists === true) return true;
  if (last !== undefined && performance.now() - last.atMs < rememberedMs) return false;
  const read = (): Promise<boolean> => findOrStart(reads, "people", readPersonExists).joinResult();
  if (last === undefined) return read();
  const outcome = await readUnlessHanging(maxWaitMs, read);
  return outcome.kind === "done" && outcome.value;
}

/** Returns whether the last read found no person. False before the first read. */
export function isKnownToHaveNoPerson(): boolean {
  return state().last?.exists === false;
}

/** Stores in this process whether a person exists, after it added one. */
export function cachePersonExists(exists: boolean): void {
  state().last = { exists, atMs: performance.now() };
}

async function readPersonExists(): Promise<boolean> {
  try {
    const rows = await getDatabase().$queryRaw<readonly { readonly exists: boolean }[]>`
      select exists (select from people) as "exists"`;
    const exists = rows[0]?.exists === true;
    cachePersonExists(exists);
    recordDatabaseResponse();
    return exists;
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond, so it is unknown whether a sign-in is needed");
  }
}
