/** Requests of the page of webhooks. */
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { newIdempotencyKey } from "@/lib/client/new-key";
import type {
  CreatedSecretResponse,
  WebhookBody,
  WebhookEntry,
  webhooksContract,
} from "@/lib/contracts/installation/webhooks";

const path = "/api/v1/webhooks";

/** Query for webhooks with their newest deliveries. */
export const webhooksQuery = endpointQuery<typeof webhooksContract>(path, {});

interface ChangedWebhook {
  readonly webhook: WebhookEntry;
}

/** Adds a webhook. A repeated request with the same idempotency key returns it without its secret. */
export function addWebhook(body: WebhookBody, idempotencyKey: string): Promise<CreatedSecretResponse> {
  return fetchJson(path, { method: "POST", body, idempotencyKey });
}

/**
 * Replaces name, address and team of a webhook. Rejects with a conflict if another admin saved a newer
 * version.
 */
export function editWebhook(id: string, version: number, body: WebhookBody): Promise<ChangedWebhook> {
  return fetchJson(`${path}/${id}`, { method: "PATCH", body, ifMatch: version });
}

/** Replaces the secret of a webhook. Only this response contains it. */
export function renewSecret(id: string): Promise<CreatedSecretResponse> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`${path}/${id}/secret`, { method: "POST", body: {}, idempotencyKey });
}

/** Sends a test message. The newest delivery of the response is its outcome. */
export function testWebhook(id: string): Promise<ChangedWebhook> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`${path}/${id}/test`, { method: "POST", body: {}, idempotencyKey });
}

/** Deletes a webhook. Experiments that use it have no rollback hook from then on. */
export function deleteWebhook({ id, version }: Pick<WebhookEntry, "id" | "version">): Promise<object> {
  return fetchJson(`${path}/${id}`, { method: "DELETE", body: {}, ifMatch: version });
}
