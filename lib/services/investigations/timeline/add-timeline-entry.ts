/** Adds an entry to the timeline of an investigation, in the transaction of the change. */
import type { TimelinePayload } from "@/lib/model/investigation/timeline-payload";
import type { Transaction } from "@/lib/server/with-change";

/** Entry to add to the timeline of an investigation. */
export interface NewTimelineEntry {
  readonly investigationId: string;
  readonly payload: TimelinePayload;
  readonly author: string;
  /** Time of the change that adds the entry. */
  readonly changedAt: Date;
  /** Time of the entry in the timeline. A manual entry usually describes an earlier time than that of the change. */
  readonly occurredAt: Date;
}

/**
 * Adds an entry to the timeline, and updates the time of the investigation's last change. Returns the id of
 * the entry.
 */
export async function addTimelineEntry(
  transaction: Transaction,
  { investigationId, payload, author, changedAt, occurredAt }: NewTimelineEntry,
): Promise<string> {
  const { id } = await transaction.timelineEntry.create({
    data: { investigationId, kind: payload.kind, payload, author, at: occurredAt },
    select: { id: true },
  });
  await transaction.investigation.update({
    where: { id: investigationId },
    data: { updatedAt: changedAt },
    select: { id: true },
  });
  return id;
}
