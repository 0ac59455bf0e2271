/** Requests of the links of wall displays. */
import { wallDisplayPath, type WallDisplayPage } from "@/lib/model/deployment/display";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { newIdempotencyKey } from "@/lib/client/new-key";
import type {
  CreateDisplayBody,
  CreatedDisplayResponse,
  displaysContract,
} from "@/lib/contracts/people/displays";

/** Query for the wall display links. */
export const displaysQuery = endpointQuery<typeof displaysContract>("/api/v1/displays", {});

/** Creates a wall display link. Only the first response contains its token. */
export function createDisplay(
  body: CreateDisplayBody,
  idempotencyKey: string,
): Promise<CreatedDisplayResponse> {
  return fetchJson("/api/v1/displays", { method: "POST", body, idempotencyKey });
}

/** Revokes a wall display link. */
export function revokeDisplay(id: string): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/displays/${id}/revoke`, { method: "POST", body: {}, idempotencyKey });
}

/** Returns the URL of a wall display link. The token follows `#`, so that no server or proxy logs it. */
export function toDisplayUrl(token: string): string {
  return `${window.location.origin}${wallDisplayPath}#${token}`;
}

/** Name of each page that a wall display can show. */
export const displayPageText: Readonly<Record<WallDisplayPage, string>> = {
  overview: "Overview",
  signals: "Signals",
  correlate: "Correlation",
  traces: "Traces",
};
