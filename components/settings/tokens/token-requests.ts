/** Requests of the page of API tokens. */
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { newIdempotencyKey } from "@/lib/client/new-key";
import type { CreatedTokenResponse, CreateTokenBody, tokensContract } from "@/lib/contracts/people/tokens";

/** Query for API tokens. */
export const tokensQuery = endpointQuery<typeof tokensContract>("/api/v1/tokens", {});

/** Creates an API token. Only the first response contains its text. */
export function createToken(body: CreateTokenBody, idempotencyKey: string): Promise<CreatedTokenResponse> {
  return fetchJson("/api/v1/tokens", { method: "POST", body, idempotencyKey });
}

/** Revokes an API token. */
export function revokeToken(id: string): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/tokens/${id}/revoke`, { method: "POST", body: {}, idempotencyKey });
}
