/** Signs in and out, confirms the session, adds a person by a link, and sets a password. */
import type {
  ConfirmSessionBody,
  SetPasswordBody,
  SetUpBody,
  SignInBody,
} from "@/lib/contracts/people/session";
import { fetchJson } from "@/lib/client/fetch-json";

export function signIn(body: SignInBody): Promise<object> {
  return fetchJson("/api/v1/session", { method: "POST", body });
}

export function signOut(): Promise<object> {
  return fetchJson("/api/v1/session", { method: "DELETE", body: {} });
}

export function confirmSession(body: ConfirmSessionBody): Promise<object> {
  return fetchJson("/api/v1/session/confirmation", { method: "POST", body });
}

export function setUp(body: SetUpBody): Promise<object> {
  return fetchJson("/api/v1/setup", { method: "POST", body });
}

export function setPassword(body: SetPasswordBody): Promise<object> {
  return fetchJson("/api/v1/password", { method: "POST", body });
}
