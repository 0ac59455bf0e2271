/** Handler of the list of webhooks. */
import type { webhooksContract } from "@/lib/contracts/installation/webhooks";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import { hasSecretKey } from "@/lib/server/db/encrypted-text";
import type { Handler } from "@/lib/server/handler";
import { readWebhooks } from "./webhook-row";

/** Returns all webhooks with their newest deliveries. Throws database-unavailable. */
export const listWebhooks: Handler<typeof webhooksContract> = async () => ({
  webhooks: await readRows(readWebhooks),
  hasSecretKey: hasSecretKey(),
  asOfMs: nowMs(),
});
