/** Stores an event that a job derived from metrics, once. */
import type { EventKind } from "@/lib/model/event";
import type { Transaction } from "@/lib/server/with-change";

/** An event that a background job found, before it is stored. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly atMs: number;
  readonly title: string;
  readonly sourceId: string | null;
  readonly deploymentId: string | null;
  /** Value before the change, such as "0.10.0". Null if it is unknown. */
  readonly fromValue: string | null;
  readonly toValue: string | null;
  /** Unique key (job, tick, subject). A job may run twice, so a second event with the same key is ignored. */
  readonly deduplicationKey: string;
}

/** Stores an event inside the caller's transaction. Returns false if an event with its key exists. */
export async function recordEvent(transaction: Transaction, event: NewEvent): Promise<boolean> {
  const { count } = await transaction.event.createMany({
    data: [
      {
        kind: event.kind,
        at: new Date(event.atMs),
        title: event.title,
        sourceId: event.sourceId,
        deploymentId: event.deploymentId,
        fromValue: event.fromValue,
        toValue: event.toValue,
        deduplicationKey: event.deduplicationKey,
      },
    ],
    skipDuplicates: true,
  });
  return count === 1;
}
