/** Deletes an event that was added manually or by API. */
import type { deleteEventContract } from "@/lib/contracts/events";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import { lockEditableEvent } from "./lock-editable";

/**
 * Deletes an event. Throws not-found and database-unavailable. Throws read-only for a derived event, and
 * precondition-failed for another version. Throws forbidden for a viewer and for a deployment of another team.
 */
export const deleteEvent: Handler<typeof deleteEventContract> = async ({
  params,
  principal,
  expectedVersion,
}) => {
  const deletedId = await writeChange(principal, "delete-event", async (transaction) => {
    const { row } = await lockEditableEvent(transaction, params.eventId, {
      caller: principal,
      right: "delete event",
      expectedVersion,
    });
    await transaction.event.delete({ where: { id: row.id } });
    return row.id;
  });
  return { asOfMs: nowMs(), deletedId };
};
