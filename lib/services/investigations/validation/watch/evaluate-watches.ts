/**
 * Evaluates the due windows of active watches, in order of time. Two consecutive worse windows reopen the investigation in the
 * transaction that stores the second one, so that several processes reopen it once.
 */
import { listDueWindows } from "@/lib/analysis/validation/watch-hours";
import { toSentence } from "@/lib/format/sentence";
import { isAppError } from "@/lib/model/app-error";
import { isEndWithoutFix, investigationStates } from "@/lib/model/investigation/investigation-state";
import { validationName } from "@/lib/model/investigation/validation-name";
import { judgeWatch } from "@/lib/model/investigation/watch";
import type { TimeWindow } from "@/lib/model/time-window";
import { relapseReason } from "@/lib/sentences/investigations/watch-text";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import { getLogger } from "@/lib/server/logger";
import { systemPrincipal } from "@/lib/server/principal";
import { changeInvestigation, type InvestigationWrite } from "../../change-investigation";
import { reopen } from "../../steps/rounds";
import { toWatchedWindow } from "../validation-row";
import { endWatches, watchReference, type WatchReference } from "./change-watch";
import { measureWatchedWindow, type WatchedResult } from "./measure-watched-window";

/** Watches of one run. The next run continues. */
const maxWatches = 200;
const readLimitMs = 50_000;

/** Throws database-unavailable. A run that ends early loses nothing: the next run evaluates the remaining windows. */
export async function evaluateWatches(): Promise<void> {
  const rows = await readRows((database) =>
    database.validationWatch.findMany({
      where: { state: "active" },
      orderBy: { startedAt: "asc" },
      take: maxWatches,
      select: { id: true },
    }),
  );
  for (const { id } of rows) await evaluateWatch(id);
}

interface ActiveWatch {
  readonly id: string;
  readonly investigationNumber: number;
  readonly validationNumber: number;
  readonly reference: WatchReference;
  readonly dueWindows: readonly TimeWindow[];
}

async function evaluateWatch(id: string): Promise<void> {
  const watch = await readActive(id);
  if (watch === null) return;
  for (const window of watch.dueWindows) {
    const result = await measure(watch, window);
    const isActive = await (typeof result === "string"
      ? noteFailure(watch, result)
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
        validation: { select: { number: true, investigation: { select: { number: true, state: true } } } },
      },
    }),
  );
  if (row === null) return null;
  const { investigation, number: validationNumber } = row.validation;
  const state = investigationStates.find((one) => one === investigation.state);
  if (state !== undefined && isEndWithoutFix(state)) {
    const request = { principal: systemPrincipal, number: investigation.number, changeName: "end-watch" };
    await changeInvestigation(request, async (write) => {
      await endWatches(write, "The investigation ended without a fix.");
      return null;
    });
    return null;
  }
  const evaluated = new Set(row.windows.map(({ startAt }) => startAt.getTime()));
  const validated = { startMs: row.startAt.getTime(), endMs: row.endAt.getTime() };
  const dueWindows = listDueWindows(validated, nowMs()).filter(({ startMs }) => !evaluated.has(startMs));
  if (dueWindows.length === 0) return null;
  const { reference } = await readRows((database) =>
    database.validationWatch.findUniqueOrThrow({ where: { id }, select: { reference: true } }),
  );
  return {
    id,
    investigationNumber: investigation.number,
    validationNumber,
    reference: watchReference.parse(reference),
    dueWindows,
  };
}

/** Returns the result, or why the window could not be read. It is then read again in the next run. */
async function measure({ id, reference }: ActiveWatch, window: TimeWindow): Promise<WatchedResult | string> {
  try {
    return await measureWatchedWindow(reference, window, AbortSignal.timeout(readLimitMs));
  } catch (error) {
    if (isAppError(error) && error.code === "database-unavailable") throw error;
    getLogger().warn({ error, watch: id }, "a window of a watch could not be read");
    return isAppError(error)
      ? toSentence(error.message)
      : "The window could not be read. Read the server's log.";
  }
}

/** Later windows wait, because the order of the windows decides. Returns false. */
async function noteFailure(watch: ActiveWatch, failure: string): Promise<boolean> {
  await changeActive(watch, async ({ transaction }) => {
    await transaction.validationWatch.update({
      where: { id: watch.id },
      data: { failure },
      select: { id: true },
    });
    return true;
  });
  return false;
}

/** Returns whether the watch is still active. */
function storeWindow(watch: ActiveWatch, window: TimeWindow, result: WatchedResult): Promise<boolean> {
  return changeActive(watch, async (write) => {
    const { transaction, asOf } = write;
    const where = { watchId_startAt: { watchId: watch.id, startAt: new Date(window.startMs) } };
    // Another process stored the window, and has drawn the conclusion.
    if ((await transaction.watchWindow.findUnique({ where, select: { id: true } })) !== null) return true;
    await transaction.watchWindow.create({
      data: {
        watchId: watch.id,
        startAt: new Date(window.startMs),
        endAt: new Date(result.endMs),
        verdict: result.verdict,
        sentence: result.sentence,
        evaluatedAt: asOf,
      },
      select: { id: true },
    });
    await transaction.validationWatch.update({
      where: { id: watch.id },
      data: { failure: null },
      select: { id: true },
    });
    return conclude(write, watch, result);
  });
}

async function conclude(
  write: InvestigationWrite,
  watch: ActiveWatch,
  result: WatchedResult,
): Promise<boolean> {
  const { transaction, asOf, principal } = write;
  const stored = await transaction.watchWindow.findMany({ where: { watchId: watch.id } });
  const { decision, worse } = judgeWatch(stored.map(toWatchedWindow));
  if (decision !== "reopen") {
    const { validationNumber: number } = watch;
    if (result.verdict === "worse")
      await write.record({ kind: "watch", number, action: "worse", text: result.sentence });
    return true;
  }
  const sentences = worse.flatMap(
    ({ startMs }) => stored.find(({ startAt }) => startAt.getTime() === startMs)?.sentence ?? [],
  );
  const reason = relapseReason(validationName(watch.validationNumber), sentences);
  await transaction.validationWatch.update({
    where: { id: watch.id },
    data: { state: "relapsed", endedAt: asOf, endedBy: principal.id, endReason: reason },
    select: { id: true },
  });
  await reopen(write, reason);
  return false;
}

/** Locks the investigation. Returns false if the watch is not active any more. */
async function changeActive(
  { id, investigationNumber: number }: ActiveWatch,
  change: (write: InvestigationWrite) => Promise<boolean>,
): Promise<boolean> {
  const request = { principal: systemPrincipal, number, changeName: "evaluate-watch" };
  const { value } = await changeInvestigation(request, async (write) => {
    const present = await write.transaction.validationWatch.findUnique({
      where: { id },
      select: { state: true },
    });
    return present?.state === "active" ? change(write) : false;
  });
  return value;
}
