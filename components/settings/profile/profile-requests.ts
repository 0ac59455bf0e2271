/** Requests of the profile page. */
import { fetchJson } from "@/lib/client/fetch-json";
import type {
  ChangedPasswordResponse,
  ChangePasswordBody,
  EditProfileBody,
} from "@/lib/contracts/people/profile";
import type { SessionResponse } from "@/lib/contracts/people/session";

/** Person who signed in. */
export type PersonProfile = NonNullable<SessionResponse["person"]>;

/** Edits name and time zone of the person who signed in, based on the displayed version. */
export function editProfile(
  version: number,
  body: EditProfileBody,
): Promise<{ readonly person: PersonProfile }> {
  return fetchJson("/api/v1/profile", { method: "PATCH", body, ifMatch: version });
}

/** Changes the password. The server ends all other sessions of the person. */
export function changePassword(body: ChangePasswordBody): Promise<ChangedPasswordResponse> {
  return fetchJson("/api/v1/profile/password", { method: "POST", body });
}
