/** Requests of service accounts. */
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import type {
  AddServiceAccountBody,
  EditServiceAccountBody,
  serviceAccountsContract,
  ServiceAccountsResponse,
} from "@/lib/contracts/people/service-accounts";
import type { CreatedTokenResponse, CreateTokenBody } from "@/lib/contracts/people/tokens";

/** Service account in a list. */
export type ServiceAccount = ServiceAccountsResponse["accounts"][number];
/** Role of a service account. */
export type ServiceAccountRole = ServiceAccount["role"];

const listPath = "/api/v1/service-accounts";

/** Query for service accounts. */
export const serviceAccountsQuery = endpointQuery<typeof serviceAccountsContract>(listPath, {});

/** Adds a service account. */
export function addServiceAccount(body: AddServiceAccountBody, idempotencyKey: string): Promise<object> {
  return fetchJson(listPath, { method: "POST", body, idempotencyKey });
}

/** Changes the role of a service account, based on the displayed version. */
export function changeServiceAccountRole(
  { id, version }: ServiceAccount,
  role: ServiceAccountRole,
): Promise<object> {
  const body: EditServiceAccountBody = { role };
  return fetchJson(`${listPath}/${id}`, { method: "PATCH", body, ifMatch: version });
}

/** Removes a service account and revokes its tokens, based on the displayed version. */
export function removeServiceAccount({ id, version }: ServiceAccount): Promise<object> {
  return fetchJson(`${listPath}/${id}`, { method: "DELETE", body: {}, ifMatch: version });
}

/** Creates an API token of a service account. Only the first response contains its text. */
export function createServiceAccountToken(
  { id }: ServiceAccount,
  body: CreateTokenBody,
  idempotencyKey: string,
): Promise<CreatedTokenResponse> {
  return fetchJson(`${listPath}/${id}/tokens`, { method: "POST", body, idempotencyKey });
}
