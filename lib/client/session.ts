/** Signs in and out, and adds the first admin. */
import type { SetUpBody, SignInBody } from "@/lib/contracts/session";
import { fetchJson } from "@/lib/client/fetch-json";

export function signIn(body: SignInBody): Promise<object> {
  return fetchJson("/api/v1/session", { method: "POST", body });
}

export function signOut(): Promise<object> {
  return fetchJson("/api/v1/session", { method: "DELETE", body: {} });
}

export function setUp(body: SetUpBody): Promise<object> {
  return fetchJson("/api/v1/setup", { method: "POST", body });
}
