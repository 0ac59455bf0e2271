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

export const webhooksQuery = endpointQuery<typeof webhooksContract>(path, {});

interface ChangedWebhook {
  readonly webhook: WebhookEntry;
}

/** Only the first response contains the secret. */
export function addWebhook(body: WebhookBody, idempotencyKey: string): Promise<CreatedSecretResponse> {
  return fetchJson(path, { method: "POST", body, idempotencyKey });
}

export function editWebhook(id: string, version: number, body: WebhookBody): Promise<ChangedWebhook> {
  return fetchJson(`${path}/${id}`, { method: "PATCH", body, ifMatch: version });
}

/** Only the first response contains the secret. */
export function renewSecret(id: string): Promise<CreatedSecretResponse> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`${path}/${id}/secret`, { method: "POST", body: {}, idempotencyKey });
}

/** Sends a test message. The newest delivery of the response is its outcome. */
export function testWebhook(id: string): Promise<ChangedWebhook> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`${path}/${id}/test`, { method: "POST", body: {}, idempotencyKey });
}

export function deleteWebhook({ id, version }: Pick<WebhookEntry, "id" | "version">): Promise<object> {
  return fetchJson(`${path}/${id}`, { method: "DELETE", body: {}, ifMatch: version });
}
