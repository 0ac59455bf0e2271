/**
 * Caches failures of reads for up to a second, and refusals of queries for up to three, so that many callers do not
 * repeat a query that just failed. It also records since when a read has been failing, to explain stale results.
 */
import { isAppError, type AppError } from "@/lib/model/app-error";
import type { ScopedKey } from "@/lib/model/sources/source-scope";
import type { ProblemCode } from "@/lib/model/problem";
import { createSizedCache } from "@/lib/server/concurrency/sized-cache";

/** Why a result is old: the error of its source, and the time since which the source returns errors. */
export interface StaleReason {
  /** Server time of the first failure after the last successful read. */
  readonly sinceMs: number;
  readonly code: ProblemCode;
  readonly reason: string;
}

/** Recent failures of reads by key, so that a failing source is not queried again at once. */
export interface ReadFailures {
  /** Throws the failure if it is still cached. */
  readonly throwRecentFailure: (key: ScopedKey) => void;
  /** Runs a read and records its outcome. A cancelled read is not a failure. */
  readonly runRead: <T>(key: ScopedKey, signal: AbortSignal, run: () => Promise<T>) => Promise<T>;
  /** Returns why a stale result is shown. Undefined if the query itself is invalid. */
  readonly findStaleReason: (key: ScopedKey, error: unknown) => StaleReason | undefined;
}

interface RecordedFailure {
  readonly error: AppError;
  readonly sinceMs: number;
  readonly freshUntilMs: number;
}

/** Clocks and random numbers that decide how long a failure is cached. */
export interface FailureTiming {
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly random: () => number;
}

/** Returns the reason that is stale for the longest time. Null if nothing is stale. */
export function findOldestReason(reasons: readonly (StaleReason | null)[]): StaleReason | null {
  const stale = reasons.filter((one) => one !== null);
  return stale.toSorted((a, b) => a.sinceMs - b.sinceMs)[0] ?? null;
}

/** Range of the random time for which a failure is cached, so that callers do not retry simultaneously. */
const FAILURE_CACHE_MS = { min: 500, max: 1_000 } as const;
/**
 * Range of the random time for which the refusal of a query is cached. It is longer, because the query is usually
 * refused again, but a page must recover within five seconds.
 */
const REFUSAL_CACHE_MS = { min: 2_000, max: 3_000 } as const;
const REFUSAL_CODES: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "query-refused",
  "query-too-large",
  "too-large",
]);
const FAILURE_BYTES = 500;

/** Creates an empty record of failed reads. */
export function createReadFailures({ nowMs, monotonicMs, random }: FailureTiming): ReadFailures {
  const failures = createSizedCache<ScopedKey, RecordedFailure>("queryNotes", {
    measureBytes: () => FAILURE_BYTES,
  });

  const record = (key: ScopedKey, error: AppError): void => {
    // The source was not queried again, so that the next caller may query it.
    if (failures.get(key)?.error === error) return;
    const { min, max } = REFUSAL_CODES.has(error.code) ? REFUSAL_CACHE_MS : FAILURE_CACHE_MS;
    failures.set(key, {
      error,
      sinceMs: failures.get(key)?.sinceMs ?? nowMs(),
      freshUntilMs: monotonicMs() + min + random() * (max - min),
    });
  };

  return {
    throwRecentFailure: (key) => {
      const failure = failures.get(key);
      if (failure !== undefined && monotonicMs() < failure.freshUntilMs) throw failure.error;
    },
    runRead: async (key, signal, run) => {
      try {
        const result = await run();
        failures.delete(key);
        return result;
      } catch (error) {
        if (!signal.aborted && isAppError(error)) record(key, error);
        throw error;
      }
    },
    findStaleReason: (key, error) => {
      if (!isAppError(error) || !error.code.startsWith("source-")) return undefined;
      return { sinceMs: failures.get(key)?.sinceMs ?? nowMs(), code: error.code, reason: error.message };
    },
  };
}

/** Returns true for a failure of the source itself, not of the query. */
export function isSourceFailure(error: unknown): error is AppError {
  return isAppError(error) && error.code.startsWith("source-");
}

/**
 * Returns the result of an optional read that only explains or completes another one; undefined if the
 * source fails.
 */
export async function readOrUndefinedIfSourceFails<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (!isSourceFailure(error)) throw error;
    return undefined;
  }
}
