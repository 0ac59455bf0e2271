/** Starts and ends the watches of an investigation, within the transaction of a change. */
import type { TimeWindow } from "@/lib/model/time-window";
import type { InvestigationChange } from "../../change-investigation";
import type { WatchReference } from "./watch-reference";

interface NewWatch {
  readonly validationId: string;
  readonly window: TimeWindow;
  readonly reference: WatchReference;
}

/** Starts the watch of a validated fix. The caller ends an earlier watch. */
export async function startWatch(
  write: InvestigationChange,
  validationNumber: number,
  { validationId, window, reference }: NewWatch,
): Promise<void> {
  await write.transaction.validationWatch.create({
    data: {
      validationId,
      reference,
      startAt: new Date(window.startMs),
      endAt: new Date(window.endMs),
      startedAt: write.asOf,
    },
    select: { id: true },
  });
  await write.recordTimelineEntry({ kind: "watch", number: validationNumber, action: "started", text: null });
}

/** Ends the active watches of the investigation with a reason. */
export async function endWatches(write: InvestigationChange, reason: string): Promise<void> {
  const { transaction, row, asOf, principal } = write;
  const active = await transaction.validationWatch.findMany({
    where: { state: "active", validation: { investigationId: row.id } },
    select: { id: true, validation: { select: { number: true } } },
  });
  for (const { id, validation } of active) {
    await transaction.validationWatch.update({
      where: { id },
      data: { state: "ended", endedAt: asOf, endedBy: principal.id, endReason: reason },
      select: { id: true },
    });
    await write.recordTimelineEntry({
      kind: "watch",
      number: validation.number,
      action: "ended",
      text: reason,
    });
  }
}
