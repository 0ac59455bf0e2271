/** Requests that change teams. */
import { fetchJson } from "@/lib/client/fetch-json";
import { newIdempotencyKey } from "@/lib/client/new-key";
import type { ListedTeam } from "@/lib/client/teams";

/** Creates a team. */
export function createTeam(name: string, idempotencyKey: string): Promise<object> {
  return fetchJson("/api/v1/teams", { method: "POST", body: { name }, idempotencyKey });
}

/** Renames a team, based on the displayed version. */
export function renameTeam(id: string, version: number, name: string): Promise<object> {
  return fetchJson(`/api/v1/teams/${id}`, { method: "PATCH", body: { name }, ifMatch: version });
}

/** Sets the retention of a team's evidence in days. With null, the data are retained without limit. */
export function setEvidenceRetention(
  id: string,
  version: number,
  evidenceRetentionDays: number | null,
): Promise<object> {
  const body = { evidenceRetentionDays };
  return fetchJson(`/api/v1/teams/${id}`, { method: "PATCH", body, ifMatch: version });
}

/** Deletes a team, based on the displayed version. */
export function deleteTeam({ id, version }: ListedTeam): Promise<object> {
  return fetchJson(`/api/v1/teams/${id}`, { method: "DELETE", body: {}, ifMatch: version });
}

/** Adds a person to a team. */
export function addMember({ id }: ListedTeam, personId: string): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/teams/${id}/members`, { method: "POST", body: { personId }, idempotencyKey });
}

/** Removes a person from a team. */
export function removeMember({ id }: ListedTeam, personId: string): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/teams/${id}/members/${personId}`, { method: "DELETE", body: {}, idempotencyKey });
}
