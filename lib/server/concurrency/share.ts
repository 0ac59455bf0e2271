/**
 * Shares work in flight: a caller that needs the result of running work waits for it instead of starting it again.
 *
 *     caller ── leaves ── caller ── leaves ──── done · · · · caller    the outcome is kept for `retentionMs`
 *
 * A failure rejects every waiting caller. A caller that leaves does not affect the other callers. After the last caller
 * has left, the work is aborted after `graceMs`, unless it has declared that it can no longer be cancelled.
 */
import type { ScopedKey } from "@/lib/model/sources/source-scope";
import { createSizedCache } from "./sized-cache";

/** Outcome of finished work. */
export type SettledOutcome<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "failed"; readonly error: unknown };

/** How long work and its results are shared between callers. */
export interface WorkShareOptions<T> {
  /** Time for which work continues without a caller, because clients repeat their request. */
  readonly graceMs: number;
  /** Returns the time for which an outcome answers further callers. */
  readonly retentionMs: (outcome: SettledOutcome<T>, tookMs: number) => number;
  /** Time for which a result is available as `previousResult` to callers of the next work. */
  readonly previousRetentionMs: number;
}

/** Work that callers share. It calls `onSent` when `signal` can no longer cancel it. */
export type ShareableTask<T> = (signal: AbortSignal, onSent: () => void) => Promise<T>;

/** Running work that several callers can wait for. */
export interface JoinableWork<T, Subject = null> {
  /** Distinguishes pieces of work that have the same key. */
  readonly subject: Subject;
  /** Result of the previous work under this key, for callers to whom an old result is better than no result; undefined without one. */
  readonly previousResult: T | undefined;
  readonly elapsedMs: () => number;
  /** Returns the result. Rejects if the work fails, and if `signal` aborts because the caller leaves. */
  readonly joinResult: (signal?: AbortSignal) => Promise<T>;
}

/** Running work by key. */
export interface WorkShare<T, Subject = null, Key extends string = ScopedKey> {
  /** Returns work under `key` that can be joined and whose subject `fits`. */
  readonly find: (key: Key, fits?: (subject: Subject) => boolean) => JoinableWork<T, Subject> | undefined;
  /** Starts work under `key`, even if other work with this key is running. */
  readonly start: (key: Key, subject: Subject, task: ShareableTask<T>) => JoinableWork<T, Subject>;
}

const shareInFlightOnly: WorkShareOptions<unknown> = {
  graceMs: 0,
  retentionMs: () => 0,
  previousRetentionMs: 0,
};

/**
 * Creates a share in which callers with the same key wait for one execution and get its result. By default, callers share
 * a result only while the execution runs. Work with the same key but another `Subject`, such as another window, is
 * executed separately.
 */
export function createWorkShare<T, Subject = null, Key extends string = ScopedKey>(
  options: WorkShareOptions<T> = shareInFlightOnly,
): WorkShare<T, Subject, Key> {
  const worksByKey = new Map<string, Set<JoinableWork<T, Subject>>>();
  const lastResults = createSizedCache<string, { readonly result: T; readonly atMs: number }>("lastResults");

  const remove = (key: string, work: JoinableWork<T, Subject>): void => {
    const works = worksByKey.get(key);
    works?.delete(work);
    if (works?.size === 0) worksByKey.delete(key);
  };

  const retain = (key: string, work: JoinableWork<T, Subject>, outcome: SettledOutcome<T>): void => {
    if (outcome.kind === "failed") lastResults.delete(key);
    else if (options.previousRetentionMs > 0)
      lastResults.set(key, { result: outcome.value, atMs: performance.now() });
    const forMs = options.retentionMs(outcome, work.elapsedMs());
    if (forMs > 0) setTimeout(() => remove(key, work), forMs).unref();
    else remove(key, work);
  };

  const previous = (key: string): T | undefined => {
    const last = lastResults.get(key);
    return last !== undefined && performance.now() - last.atMs < options.previousRetentionMs
      ? last.result
      : undefined;
  };

  return {
    find: (key, fits = () => true) => {
      for (const work of worksByKey.get(key) ?? []) if (fits(work.subject)) return work;
      return undefined;
    },
    start: (key, subject, task) => {
      const startedMs = performance.now();
      const running = run(task, {
        graceMs: options.graceMs,
        onAbort: () => remove(key, work),
        onSettled: (outcome) => retain(key, work, outcome),
      });
      const work: JoinableWork<T, Subject> = {
        subject,
        previousResult: previous(key),
        elapsedMs: () => Math.round(performance.now() - startedMs),
        joinResult: running,
      };
      worksByKey.set(key, (worksByKey.get(key) ?? new Set()).add(work));
      return work;
    },
  };
}

/** Joins the running work under `key`, or starts `task`. */
export function findOrStart<T, Key extends string>(
  share: WorkShare<T, null, Key>,
  key: Key,
  task: ShareableTask<T>,
): JoinableWork<T> {
  return share.find(key) ?? share.start(key, null, task);
}

interface Progress<T> {
  readonly graceMs: number;
  readonly onAbort: () => void;
  readonly onSettled: (outcome: SettledOutcome<T>) => void;
}

/** Runs `task` and returns the function that joins it. */
function run<T>(
  task: ShareableTask<T>,
  { graceMs, onAbort, onSettled }: Progress<T>,
): JoinableWork<T>["joinResult"] {
  const controller = new AbortController();
  let callerCount = 0;
  let canAbort = true;
  let grace: NodeJS.Timeout | undefined;

  const abort = (reason: unknown): void => {
    if (!canAbort) return;
    onAbort();
    controller.abort(reason);
  };
  const leave = (reason: unknown): void => {
    callerCount -= 1;
    if (callerCount > 0) return;
    if (graceMs === 0) abort(reason);
    else grace = setTimeout(abort, graceMs, reason).unref();
  };
  const settle = (outcome: SettledOutcome<T>): void => {
    canAbort = false;
    clearTimeout(grace);
    onSettled(outcome);
  };
  const result = task(controller.signal, () => {
    canAbort = false;
  });
  result.then(
    (value) => settle({ kind: "done", value }),
    (error: unknown) => settle({ kind: "failed", error }),
  );

  return (signal) => {
    clearTimeout(grace);
    callerCount += 1;
    if (signal === undefined) return result;
    return new Promise((resolve, reject) => {
      const leaveAndReject = (): void => {
        leave(signal.reason);
        reject(signal.reason);
      };
      if (signal.aborted) return leaveAndReject();
      signal.addEventListener("abort", leaveAndReject, { once: true });
      const stayed = (): void => signal.removeEventListener("abort", leaveAndReject);
      result.finally(stayed).then(resolve, reject);
    });
  };
}
