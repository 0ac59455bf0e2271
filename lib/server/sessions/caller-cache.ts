/**
 * Remembers callers that were found in the database: for 5 s, so that ending a session or revoking a link acts within this
 * time, and for reads up to 5 minutes while PostgreSQL does not respond.
 */
import { LRUCache } from "lru-cache";
import { AppError, isAppError } from "@/lib/model/app-error";
import { waitOrReturnPending } from "../concurrency/pending-after";
import { createWorkShare, findOrStart, type WorkShare } from "../concurrency/share";
import { readUnlessHanging, recordDatabaseResponse } from "../db/hanging-database";
import { getProcessState } from "../process-state";

const rememberedMs = 5_000;
const outageMs = 5 * 60_000;
/** If the database takes longer, it counts as unavailable for callers that were found before. */
const maxWaitMs = 1_000;
/** A connection can wait without end for a database that was stopped, so a read ends after this time. */
const maxReadMs = 5_000;
const maxRemembered = 10_000;

interface CallerCacheState<T> {
  readonly callers: LRUCache<string, { readonly caller: T; readonly atMs: number }>;
  readonly reads: WorkShare<T | undefined, null, string>;
}

/** How a caller is read, and when a caller in memory is sufficient. */
export interface FindOptions<T> {
  /** True if a caller that was found before may be returned while PostgreSQL does not respond. */
  readonly allowsOutage: boolean;
  /** Reads the caller from the database. Undefined if there is none. Simultaneous reads of the same kind are shared. */
  readonly read: () => Promise<T | undefined>;
  readonly readKind?: string;
  /** Returns whether a caller that was found less than 5 s ago is sufficient. */
  readonly isSufficient?: (caller: T) => boolean;
}

/** Callers of recent requests in memory, so that not every request reads the database. */
export interface CallerCache<T> {
  /** Returns the caller with this key. Undefined if there is none. Throws the errors of `read`. */
  readonly find: (key: string, options: FindOptions<T>) => Promise<T | undefined>;
  /** Forgets the caller with this key, so that the next request reads it again. */
  readonly forget: (key: string) => void;
  /** Forgets the callers for which the function returns true. */
  readonly forgetWhere: (isForgotten: (caller: T) => boolean) => void;
}

/** Returns the callers in memory under `name`, which all modules share. */
export function getCallerCache<T extends object>(name: string): CallerCache<T> {
  const { callers, reads } = getProcessState<CallerCacheState<T>>(name, () => ({
    callers: new LRUCache({ max: maxRemembered }),
    reads: createWorkShare<T | undefined, null, string>(),
  }));

  const readAndRemember = async (key: string, read: FindOptions<T>["read"]): Promise<T | undefined> => {
    const atMs = performance.now();
    const caller = await readInTime(read);
    recordDatabaseResponse();
    if (caller === undefined) callers.delete(key);
    else callers.set(key, { caller, atMs });
    return caller;
  };

  return {
    find: async (key, { allowsOutage, read, readKind = "", isSufficient = () => true }) => {
      const known = callers.get(key);
      const ageMs = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known.atMs;
      if (known !== undefined && ageMs < rememberedMs && isSufficient(known.caller)) return known.caller;
      const startReading = (): Promise<T | undefined> =>
        findOrStart(reads, `${key} ${readKind}`, () => readAndRemember(key, read)).joinResult();
      if (known === undefined || !allowsOutage || ageMs > outageMs) return startReading();
      const outcome = await readUnlessHanging(maxWaitMs, startReading);
      if (outcome.kind === "done") return outcome.value;
      if (outcome.kind === "failed" && !isAppError(outcome.error)) throw outcome.error;
      return known.caller;
    },
    forget: (key) => void callers.delete(key),
    forgetWhere: (isForgotten) => {
      for (const [key, { caller }] of callers.entries()) if (isForgotten(caller)) callers.delete(key);
    },
  };
}

async function readInTime<T>(read: () => Promise<T>): Promise<T> {
  const outcome = await waitOrReturnPending(maxReadMs, read);
  if (outcome.kind === "done") return outcome.value;
  if (outcome.kind === "failed") throw outcome.error;
  throw new AppError(
    "database-unavailable",
    "PostgreSQL does not respond, so your sign-in cannot be checked",
  );
}
