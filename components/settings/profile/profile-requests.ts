/** Requests of the profile page. */
import { fetchJson } from "@/lib/client/fetch-json";
import type {
  ChangedPasswordResponse,
  ChangePasswordBody,
  EditProfileBody,
} from "@/lib/contracts/people/profile";
import type { SessionResponse } from "@/lib/contracts/people/session";

export type Profile = NonNullable<SessionResponse["person"]>;

export function editProfile(version: number, body: EditProfileBody): Promise<{ readonly person: Profile }> {
  return fetchJson("/api/v1/profile", { method: "PATCH", body, ifMatch: version });
}

/** Ends all other sessions of the person. */
export function changePassword(body: ChangePasswordBody): Promise<ChangedPasswordResponse> {
  return fetchJson("/api/v1/profile/password", { method: "POST", body });
}
