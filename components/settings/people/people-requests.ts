/** Requests of the people page. */
import { joinPath, setPasswordPath } from "@/lib/base/sign-in";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { newIdempotencyKey } from "@/lib/client/new-key";
import type {
  CreateInvitationBody,
  EditPersonBody,
  peopleContract,
  PeopleResponse,
} from "@/lib/contracts/people/people";
import type { Role } from "@/lib/model/person";

/** Person in the list of people. */
export type ListedPerson = PeopleResponse["people"][number];
/** Invitation that can still be used. */
export type ListedInvitation = PeopleResponse["invitations"][number];

/** Query for people and invitations. */
export const peopleQuery = endpointQuery<typeof peopleContract>("/api/v1/people", {});

/** Changes the role of a person. The server then ends all sessions of the person. */
export function changeRole({ id, version }: ListedPerson, role: Role): Promise<object> {
  const body: EditPersonBody = { role };
  return fetchJson(`/api/v1/people/${id}`, { method: "PATCH", body, ifMatch: version });
}

/** Removes a person, who can no longer sign in. */
export function removePerson({ id, version }: ListedPerson): Promise<object> {
  return fetchJson(`/api/v1/people/${id}`, { method: "DELETE", body: {}, ifMatch: version });
}

/** Ends the second factor of a person who lost it, and their sessions. */
export function resetSecondFactor({ id }: ListedPerson): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/people/${id}/second-factor`, { method: "DELETE", body: {}, idempotencyKey });
}

/** Deletes an invitation, so that its link cannot be used. */
export function deleteInvitation({ id }: ListedInvitation): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`/api/v1/invitations/${id}`, { method: "DELETE", body: {}, idempotencyKey });
}

interface NewPerson {
  readonly role: Role;
  /** Empty: anyone with the link may join. */
  readonly email: string;
  /** Id of the team that the person joins. Empty for no team. */
  readonly teamId: string;
}

/** Creates an invitation. Returns its link, which the server does not store. */
export function createInvitationLink({ role, email, teamId }: NewPerson): Promise<string> {
  const optional = { ...(email === "" ? {} : { email }), ...(teamId === "" ? {} : { teamId }) };
  return createLink(joinPath, (tokenHash) => ({ purpose: "invite", role, ...optional, tokenHash }));
}

/** Creates a link that sets a new password of the person. Returns the link, which the server does not store. */
export function createPasswordLink({ id }: ListedPerson): Promise<string> {
  return createLink(setPasswordPath, (tokenHash) => ({ purpose: "reset", personId: id, tokenHash }));
}

/** The server gets only the hash of the token, so that neither its database nor its log contains a usable link. */
async function createLink(
  path: string,
  makeBody: (tokenHash: string) => CreateInvitationBody,
): Promise<string> {
  const token = toHex(crypto.getRandomValues(new Uint8Array(32)));
  // oxlint-disable-next-line no-restricted-properties -- a person signs in over TLS or on localhost only
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  const body = makeBody(toHex(new Uint8Array(hash)));
  await fetchJson("/api/v1/invitations", { method: "POST", body, idempotencyKey: newIdempotencyKey() });
  return `${window.location.origin}${path}#${token}`;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
