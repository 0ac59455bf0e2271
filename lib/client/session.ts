/** Signs in and out, confirms the session, adds a person by a link, sets a password, and stores the theme. */
import type { FinishedProviderSignIn, StartedProviderSignIn } from "@/lib/contracts/people/provider-sign-in";
import type {
  ConfirmSessionBody,
  SetPasswordBody,
  sessionContract,
  SetUpBody,
  SignInBody,
} from "@/lib/contracts/people/session";
import type { EditThemeBody } from "@/lib/contracts/people/profile";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { endSession, fetchJson } from "@/lib/client/fetch-json";
import { newIdempotencyKey } from "@/lib/client/new-key";

/** Query for the person who signed in. */
export const sessionQuery = endpointQuery<typeof sessionContract>("/api/v1/session", {});

/** Signs a person in with e-mail address and password. */
export function signIn(body: SignInBody): Promise<object> {
  return fetchJson("/api/v1/session", { method: "POST", body });
}

/** Signs the person out. */
export function signOut(): Promise<object> {
  return endSession(() => fetchJson("/api/v1/session", { method: "DELETE", body: {} }));
}

/** Confirms that the caller is the person of the session. */
export function confirmSession(body: ConfirmSessionBody): Promise<object> {
  return fetchJson("/api/v1/session/confirmation", { method: "POST", body });
}

/** Creates the account of the first admin, or of an invited person. */
export function setUp(body: SetUpBody): Promise<object> {
  return fetchJson("/api/v1/setup", { method: "POST", body });
}

/** Sets a new password with the token of a link. */
export function setPassword(body: SetPasswordBody): Promise<object> {
  return fetchJson("/api/v1/password", { method: "POST", body });
}

/** Starts a sign-in with the provider. Returns the address that the browser opens there. */
export function startProviderSignIn(returnPath: string): Promise<StartedProviderSignIn> {
  return fetchJson("/api/v1/provider-sign-in", { method: "POST", body: { returnPath } });
}

/** Finishes a sign-in with the answer of the provider: the part of the address after `?`. */
export function finishProviderSignIn(search: string): Promise<FinishedProviderSignIn> {
  return fetchJson("/api/v1/provider-sign-in/callback", { method: "POST", body: { search } });
}

/** Stores the theme of the person who signed in. */
export function storeTheme(theme: EditThemeBody["theme"]): Promise<object> {
  const body: EditThemeBody = { theme };
  const idempotencyKey = newIdempotencyKey();
  return fetchJson("/api/v1/profile/theme", { method: "POST", body, idempotencyKey });
}
