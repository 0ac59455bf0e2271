/** Reads webhooks from database rows, and opens their secrets. */
import type { WebhookEntry } from "@/lib/contracts/installation/webhooks";
import { AppError } from "@/lib/model/app-error";
import {
  deliveryStates,
  deliveryTriggers,
  webhookLimits,
  type DeliveryState,
  type DeliveryTrigger,
} from "@/lib/model/investigation/webhook";
import type { Prisma } from "@/lib/server/db/generated/client";
import { decryptText, encryptText } from "@/lib/server/db/encrypted-text";
import { findAuthorName } from "@/lib/server/sessions/author-names";
import type { Transaction } from "@/lib/server/with-change";

const includeDeliveries = {
  team: { select: { id: true, name: true } },
  deliveries: { orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: webhookLimits.maxListedDeliveries },
} as const satisfies Prisma.WebhookInclude;

type WebhookRow = Prisma.WebhookGetPayload<{ include: typeof includeDeliveries }>;

type WebhookReader = Pick<Transaction, "webhook">;

/** Returns all webhooks by name. */
export async function readWebhooks(database: WebhookReader): Promise<WebhookEntry[]> {
  const rows = await database.webhook.findMany({
    orderBy: [{ name: "asc" }, { id: "asc" }],
    include: includeDeliveries,
  });
  return rows.map(toWebhook);
}

/** Returns one webhook. Throws not-found for an unknown webhook. */
export async function readWebhook(database: WebhookReader, id: string): Promise<WebhookEntry> {
  const row = await database.webhook.findUnique({ where: { id }, include: includeDeliveries });
  if (row === null) throw createUnknownError();
  return toWebhook(row);
}

/** Locks the row until the transaction ends. Throws not-found for an unknown webhook. */
export async function lockWebhook(
  transaction: Transaction,
  id: string,
): Promise<{ readonly name: string; readonly version: number }> {
  const [row] = await transaction.$queryRaw<readonly { readonly name: string; readonly version: number }[]>`
    select name, version from webhooks where id = ${id}::uuid for update`;
  if (row === undefined) throw createUnknownError();
  return row;
}

function createUnknownError(): AppError {
  return new AppError("not-found", "this webhook does not exist");
}

function toWebhook(row: WebhookRow): WebhookEntry {
  return {
    id: row.id,
    name: row.name,
    team: row.team,
    url: row.url,
    secretAtMs: row.secretAt.getTime(),
    author: findAuthorName(row.author),
    version: row.version,
    deliveries: row.deliveries.map((one) => ({
      id: one.id,
      trigger: parseTrigger(one.trigger),
      state: parseDeliveryState(one.state),
      attemptCount: one.attemptCount,
      status: one.status,
      durationMs: one.durationMs,
      message: one.message,
      responseStart: one.responseStart,
      author: findAuthorName(one.author),
      createdAtMs: one.createdAt.getTime(),
    })),
  };
}

/** Returns the stored trigger. The constraint of the column refuses other values. */
function parseTrigger(stored: string): DeliveryTrigger {
  return deliveryTriggers.find((trigger) => trigger === stored) ?? "test";
}

/** Returns the stored state. The constraint of the column refuses other values. */
export function parseDeliveryState(stored: string): DeliveryState {
  return deliveryStates.find((state) => state === stored) ?? "waiting";
}

const columnIdOf = (webhookId: string): string => `webhooks.secret ${webhookId}`;

/** Encrypts the secret of a webhook for the database. Throws conflict if the server has no secret key. */
export function encryptSecret(webhookId: string, secret: string): string {
  return encryptText(secret, columnIdOf(webhookId));
}

/** Decrypts the stored secret of a webhook. Throws conflict if the server's secret key is missing or has changed. */
export function decryptSecret({ id, secret }: { readonly id: string; readonly secret: string }): string {
  return decryptText(secret, columnIdOf(id));
}
