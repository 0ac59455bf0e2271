/** Evaluates the due windows of active watches, in order of time. */
import { listDueWindows } from "@/lib/analysis/validation/watch-hours";
import { toSentence } from "@/lib/format/sentence";
import { isAppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import { runUnderLock, runUnderLockIfFree } from "@/lib/server/db/session-lock";
import { getLogger } from "@/lib/server/logger";
import { measureWatchedWindow, type WatchedWindowResult } from "./measure-watched-window";
import { storeWatchFailure, storeWindow, type StoredWatch } from "./store-window";
import { parseWatchReference } from "./watch-reference";

const readLimitMs = 50_000;
const lockKey = 7_210_398;

/**
 * Evaluates the due windows of all watches, unless another process evaluates them at this time: a window would be
 * measured twice. Throws database-unavailable.
 */
export async function evaluateWatches(signal: AbortSignal): Promise<void> {
  await runUnderLockIfFree(lockKey, () => evaluateDueWindows(signal));
}

/** Runs `work` while no other process evaluates watches. Throws database-unavailable, and errors of `work`. */
export function runWithWatchesLocked(work: () => Promise<void>): Promise<void> {
  return runUnderLock(lockKey, work);
}

/**
 * Evaluates the due windows of all watches until `signal` aborts. The next run continues with the remaining windows. A
 * failure of one watch does not prevent the evaluation of the other watches. Throws database-unavailable.
 */
export async function evaluateDueWindows(signal: AbortSignal): Promise<void> {
  const rows = await readRows((database) =>
    database.validationWatch.findMany({ where: { state: "active" }, select: { id: true, failure: true } }),
  );
  // Slow sources may use up the time of a run. Watches that failed are therefore evaluated last, in a new random order each time.
  const failed = rows.filter(({ failure }) => failure !== null);
  const ordered = [...rows.filter(({ failure }) => failure === null), ...shuffleValues(failed)];
  for (const { id } of ordered) {
    if (signal.aborted) return;
    try {
      await evaluateWatch(id, signal);
    } catch (error) {
      if (isAppError(error) && error.code === "database-unavailable") throw error;
      getLogger().error({ error, watch: id }, "a watch could not be evaluated");
    }
  }
}

function shuffleValues<T>(values: readonly T[]): readonly T[] {
  return values
    .map((value) => ({ value, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ value }) => value);
}

interface ActiveWatch extends StoredWatch {
  readonly dueWindows: readonly TimeWindow[];
}

async function evaluateWatch(id: string, signal: AbortSignal): Promise<void> {
  const watch = await readActive(id);
  if (watch === null) return;
  for (const window of watch.dueWindows) {
    const result = await measureWindow(watch, window, signal);
    if (signal.aborted) return;
    const isActive = await (typeof result === "string"
      ? storeWatchFailure(watch, result)
      : storeWindow(watch, window, result));
    if (!isActive) return;
  }
}

/** Returns the watch with its due windows that are not evaluated; null without such windows. */
async function readActive(id: string): Promise<ActiveWatch | null> {
  const row = await readRows((database) =>
    database.validationWatch.findUnique({
      where: { id, state: "active" },
      // The reference is large, and most runs find no due window.
      omit: { reference: true },
      include: {
        windows: { select: { startAt: true } },
        validation: { select: { number: true, investigation: { select: { number: true } } } },
      },
    }),
  );
  if (row === null) return null;
  const { investigation, number: validationNumber } = row.validation;
  const evaluated = new Set(row.windows.map(({ startAt }) => startAt.getTime()));
  const validated = { startMs: row.startAt.getTime(), endMs: row.endAt.getTime() };
  const hours = { validated, startedAtMs: row.startedAt.getTime() };
  const dueWindows = listDueWindows(hours, nowMs()).filter(({ startMs }) => !evaluated.has(startMs));
  if (dueWindows.length === 0) return null;
  const { failure } = row;
  return { id, investigationNumber: investigation.number, validationNumber, failure, dueWindows };
}

/** Returns the result, or why the window could not be read. The next run then reads the window again. */
async function measureWindow(
  { id }: ActiveWatch,
  window: TimeWindow,
  signal: AbortSignal,
): Promise<WatchedWindowResult | string> {
  try {
    const { reference } = await readRows((database) =>
      database.validationWatch.findUniqueOrThrow({ where: { id }, select: { reference: true } }),
    );
    const limited = AbortSignal.any([signal, AbortSignal.timeout(readLimitMs)]);
    return await measureWatchedWindow(parseWatchReference(reference), window, limited);
  } catch (error) {
    if (isAppError(error) && error.code === "database-unavailable") throw error;
    getLogger().warn({ error, watch: id }, "a window of a watch could not be read");
    return isAppError(error)
      ? toSentence(error.message)
      : "The window could not be read. Find the cause in the log of Ridgepoint.";
  }
}
