/** Sends a signed test message. */
import type { testWebhookContract } from "@/lib/contracts/installation/webhooks";
import { nowMs } from "@/lib/server/clock";
import { getDatabase } from "@/lib/server/db/client";
import { toDatabaseError } from "@/lib/server/db/failure";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { findAuthorName } from "@/lib/server/sessions/author-names";
import { createUuidV7 } from "@/lib/server/uuid-v7";
import { writeChange } from "@/lib/server/with-change";
import { attemptDelivery, type AttemptResult } from "./attempt-delivery";
import { lockWebhook, readWebhook } from "./webhook-row";

const reason = "Test from the settings";

/** Returns the webhook with the outcome as its newest delivery. Throws not-found and database-unavailable. */
export const testWebhook: Handler<typeof testWebhookContract> = async ({
  params: { webhookId },
  principal,
}) => {
  const asOf = new Date(nowMs());
  const deliveryId = await writeChange(principal, "test-webhook", async (transaction) => {
    const { name } = await lockWebhook(transaction, webhookId);
    const id = createUuidV7();
    const data = { webhook: name, firedBy: findAuthorName(principal.id) };
    await transaction.webhookDelivery.create({
      data: {
        id,
        webhookId,
        webhookName: name,
        trigger: "test",
        reason,
        body: JSON.stringify({ type: "webhook.test", timestamp: asOf.toISOString(), data }),
        author: principal.id,
        createdAt: asOf,
        nextAttemptAt: asOf,
      },
    });
    return id;
  });
  const attempt = await attemptDelivery(deliveryId);
  if (attempt !== undefined) await storeAttemptResult(deliveryId, attempt.result);
  return {
    asOfMs: nowMs(),
    webhook: await readRows((database) => readWebhook(database, webhookId)),
  };
};

/** Stores the result of an attempt. Throws database-unavailable. */
export async function storeAttemptResult(id: string, result: AttemptResult): Promise<void> {
  try {
    await getDatabase().webhookDelivery.update({ where: { id }, data: result });
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond, so the outcome is not stored");
  }
}
