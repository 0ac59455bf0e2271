/**
 * Stores the result of one window of a watch. Two consecutive worse windows reopen the investigation. This happens in the
 * transaction that stores the second window, so that several processes reopen the investigation only once.
 */
import { endsWithoutFix } from "@/lib/model/investigation/investigation-state";
import { validationName } from "@/lib/model/investigation/validation-name";
import { judgeWatch } from "@/lib/model/investigation/watch";
import type { TimeWindow } from "@/lib/model/time-window";
import { relapseReason } from "@/lib/sentences/investigations/watch-text";
import { systemPrincipal } from "@/lib/server/principal";
import { changeInvestigation, type InvestigationChange } from "../../change-investigation";
import { reopenInvestigation } from "../../steps/rounds";
import { toWatchedWindow } from "../validation-row";
import { endWatches } from "./change-watch";
import type { WatchedWindowResult } from "./measure-watched-window";

/** An active watch, as stored. */
export interface StoredWatch {
  readonly id: string;
  readonly investigationNumber: number;
  readonly validationNumber: number;
  /** Why the newest attempt failed; null after a successful attempt. */
  readonly failure: string | null;
}

/**
 * Stores why the newest attempt failed. Always returns false, because windows are evaluated in order and
 * later windows of the watch must wait.
 */
export async function storeWatchFailure(watch: StoredWatch, failure: string): Promise<boolean> {
  if (watch.failure === failure) return false;
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

/**
 * Stores an evaluated window. Returns whether the watch is still active. Two consecutive worse windows end
 * it and reopen the investigation.
 */
export function storeWindow(
  watch: StoredWatch,
  window: TimeWindow,
  result: WatchedWindowResult,
): Promise<boolean> {
  return changeActive(watch, async (write) => {
    const { transaction, asOf } = write;
    const where = { watchId_startAt: { watchId: watch.id, startAt: new Date(window.startMs) } };
    // Another process has stored the window and applied its consequence.
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
    return concludeWatch(write, watch, result);
  });
}

async function concludeWatch(
  write: InvestigationChange,
  watch: StoredWatch,
  result: WatchedWindowResult,
): Promise<boolean> {
  const { transaction, asOf, principal } = write;
  const stored = await transaction.watchWindow.findMany({ where: { watchId: watch.id } });
  const { decision, worse } = judgeWatch(stored.map(toWatchedWindow));
  if (decision !== "reopen") {
    const { validationNumber: number } = watch;
    if (result.verdict === "worse")
      await write.recordTimelineEntry({ kind: "watch", number, action: "worse", text: result.sentence });
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
  await reopenInvestigation(write, reason);
  return false;
}

/** Locks the investigation. Returns false if the watch is not active any more. */
async function changeActive(
  { id, investigationNumber: number }: StoredWatch,
  change: (write: InvestigationChange) => Promise<boolean>,
): Promise<boolean> {
  const request = { principal: systemPrincipal, number, changeName: "evaluate-watch" };
  const { value } = await changeInvestigation(request, async (write) => {
    const present = await write.transaction.validationWatch.findUnique({
      where: { id },
      select: { state: true },
    });
    if (present?.state !== "active") return false;
    if (!endsWithoutFix.some((state) => state === write.row.state)) return change(write);
    // The state changed while the window was read.
    await endWatches(write, "The investigation ended without a fix.");
    return false;
  });
  return value;
}
