/** Adds, edits and deletes webhooks, and replaces their secrets. */
import type {
  addWebhookContract,
  deleteWebhookContract,
  editWebhookContract,
  renewWebhookSecretContract,
} from "@/lib/contracts/installation/webhooks";
import { AppError } from "@/lib/model/app-error";
import { webhookLimits } from "@/lib/model/investigation/webhook";
import { requireAssignableTeam } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Handler, HandlerInput, HandlerResponse } from "@/lib/server/handler";
import { parseOutgoingUrl } from "@/lib/server/upstream/outgoing/outgoing-rules";
import { createSigningSecret } from "@/lib/server/upstream/outgoing/sign-message";
import { webhookRules } from "@/lib/server/upstream/outgoing/webhook-rules";
import { assertVersion } from "@/lib/server/route";
import { createUuidV7 } from "@/lib/server/uuid-v7";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { lockWebhook, readWebhook, encryptSecret } from "./webhook-row";

type Content = HandlerInput<typeof addWebhookContract>["body"];

/**
 * Adds a webhook and returns its secret once. Throws invalid-input for a refused URL, a name in use, and an unknown team.
 * Throws conflict at the maximum number of webhooks and if the server has no secret key. Throws database-unavailable.
 */
export const addWebhook: Handler<typeof addWebhookContract> = async ({ body, principal }) => {
  const asOf = new Date(nowMs());
  assertUrl(body.url);
  // A repeat of the request runs no change, so it returns no secret.
  let secret: string | null = null;
  const webhook = await writeChange(principal, "add-webhook", async (transaction) => {
    await requireAssignableTeam(transaction, principal, body.teamId);
    await assertFreeName(transaction, body.name, null);
    await assertBelowLimit(transaction);
    const id = createUuidV7();
    secret = createSigningSecret();
    await transaction.webhook.create({
      data: {
        ...body,
        id,
        secret: encryptSecret(id, secret),
        secretAt: asOf,
        author: principal.id,
        createdAt: asOf,
        updatedAt: asOf,
      },
    });
    return readWebhook(transaction, id);
  });
  return { asOfMs: asOf.getTime(), webhook, secret };
};

/**
 * Replaces name, team and URL. Throws not-found and database-unavailable. Throws precondition-failed for another version,
 * and invalid-input for the same reasons as for a new webhook.
 */
export const editWebhook: Handler<typeof editWebhookContract> = async ({
  params: { webhookId: id },
  body,
  principal,
  expectedVersion,
}) => {
  const asOf = new Date(nowMs());
  assertUrl(body.url);
  const webhook = await writeChange(principal, "edit-webhook", async (transaction) => {
    const { version } = await lockWebhook(transaction, id);
    assertVersion(String(version), expectedVersion);
    await requireAssignableTeam(transaction, principal, body.teamId);
    await assertFreeName(transaction, body.name, id);
    await transaction.webhook.update({
      where: { id },
      data: { ...body, updatedAt: asOf, version: { increment: 1 } },
    });
    return readWebhook(transaction, id);
  });
  return { asOfMs: asOf.getTime(), webhook };
};

/**
 * Replaces the secret and returns the new secret once. Throws not-found and database-unavailable. Throws conflict if
 * the server has no secret key.
 */
export const renewWebhookSecret: Handler<typeof renewWebhookSecretContract> = async ({
  params: { webhookId: id },
  principal,
}) => {
  const asOf = new Date(nowMs());
  let secret: string | null = null;
  const webhook = await writeChange(principal, "renew-webhook-secret", async (transaction) => {
    await lockWebhook(transaction, id);
    secret = createSigningSecret();
    await transaction.webhook.update({
      where: { id },
      data: {
        secret: encryptSecret(id, secret),
        secretAt: asOf,
        updatedAt: asOf,
        version: { increment: 1 },
      },
    });
    return readWebhook(transaction, id);
  });
  return { asOfMs: asOf.getTime(), webhook, secret };
};

/** Deletes a webhook. Throws not-found and database-unavailable. Throws precondition-failed for another version. */
export const deleteWebhook: Handler<typeof deleteWebhookContract> = async ({
  params: { webhookId: id },
  principal,
  expectedVersion,
}) => {
  await writeChange(principal, "delete-webhook", async (transaction) => {
    const { version } = await lockWebhook(transaction, id);
    assertVersion(String(version), expectedVersion);
    await transaction.webhook.delete({ where: { id } });
    return null;
  });
  return { deletedId: id };
};

/** Removes the secret from the response that is stored for repeats of the request. */
export function withoutSecret(
  response: HandlerResponse<typeof addWebhookContract>,
): HandlerResponse<typeof addWebhookContract> {
  return { ...response, secret: null };
}

/** Throws invalid-input for a URL that the rules refuse. The address is checked again with each connection. */
function assertUrl(text: Content["url"]): void {
  const parsed = parseOutgoingUrl(text, webhookRules);
  if (parsed.ok) return;
  const detail = `The URL ${parsed.error}.`;
  throw new AppError("invalid-input", detail, { errors: [{ pointer: "#/url", detail }] });
}

/** Throws invalid-input if another webhook has the name. The lock makes other writers wait, so that two of them cannot choose the same name. */
async function assertFreeName(transaction: Transaction, name: string, ownId: string | null): Promise<void> {
  await transaction.$executeRaw`lock table webhooks in share row exclusive mode`;
  const count = await transaction.webhook.count({
    where: {
      name: { equals: name, mode: "insensitive" },
      ...(ownId === null ? {} : { id: { not: ownId } }),
    },
  });
  if (count === 0) return;
  const detail = "Another webhook has this name. Choose a different name.";
  throw new AppError("invalid-input", detail, { errors: [{ pointer: "#/name", detail }] });
}

async function assertBelowLimit(transaction: Transaction): Promise<void> {
  const { maxWebhooks } = webhookLimits;
  if ((await transaction.webhook.count()) < maxWebhooks) return;
  throw new AppError("conflict", `there are ${maxWebhooks} webhooks, which is the limit`, {
    userMessage: { title: "There are too many webhooks", next: "Delete a webhook first." },
  });
}
