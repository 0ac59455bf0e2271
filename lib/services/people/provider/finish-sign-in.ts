/** Finishes a sign-in with the provider, and opens a session of the person. */
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  fetchUserInfo,
  type Configuration,
} from "openid-client";
import { z } from "zod";
import type { finishProviderSignInContract } from "@/lib/contracts/people/provider-sign-in";
import { assertPresent } from "@/lib/base/assert";
import { safeReturnPath } from "@/lib/base/sign-in";
import { AppError } from "@/lib/model/app-error";
import type { Handler } from "@/lib/server/handler";
import { readClientAddress } from "@/lib/server/http/client-address";
import { countProviderAttempt } from "../attempt-limits";
import { openSession } from "../open-session";
import { assertSecureConnection } from "../secure-connection";
import { findOrAddPerson, type ProviderIdentity } from "./find-person";
import {
  createCallbackUrl,
  connectToProvider,
  createProviderError,
  requireProvider,
} from "./provider-client";
import { createStartedCookie, readStartedCookie, type StartedSignIn } from "./started-sign-in";

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().optional(),
});

/**
 * Completes a sign-in at the identity provider and starts a session. Throws forbidden without TLS, for a sign-in that
 * this browser did not start, and for a person who may not sign in. Throws rate-limited, source-unreachable and
 * database-unavailable. Throws not-found without a provider.
 */
export const finishProviderSignIn: Handler<typeof finishProviderSignInContract> = async ({ body, http }) => {
  const exchange = assertPresent(http, "sign-in was called without an HTTP request");
  const { headers, setCookie } = exchange;
  const provider = requireProvider();
  assertSecureConnection(headers);
  const address = readClientAddress(headers);
  await countProviderAttempt(address);
  const started = readStartedCookie(headers);
  if (started === undefined) throw createUnknownError();
  const client = await connectToProvider(provider);
  const callback = createCallbackUrl(headers);
  callback.search = body.search;
  const identity = await readIdentity(client, callback, started).catch((error: unknown) => {
    throw toRefusal(error) ?? createProviderError(provider, error);
  });
  const personId = await findOrAddPerson(identity, { provider, address });
  // A sign-in that succeeded cannot be repeated. The provider refuses a used code in any case.
  setCookie(createStartedCookie(headers, null));
  await openSession(personId, "provider", exchange);
  return { returnPath: safeReturnPath(started.returnPath) };
};

async function readIdentity(
  client: Configuration,
  callback: URL,
  { state, nonce, verifier }: StartedSignIn,
): Promise<ProviderIdentity> {
  const tokens = await authorizationCodeGrant(client, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = assertPresent(tokens.claims(), "an ID token is expected");
  const needsUserInfo =
    claims["email"] === undefined && client.serverMetadata().userinfo_endpoint !== undefined;
  const info = needsUserInfo ? await fetchUserInfo(client, tokens.access_token, claims.sub) : {};
  const { sub, email, email_verified, name } = claimsSchema.parse({ ...info, ...claims });
  return {
    subject: sub,
    email: email?.trim().toLowerCase() ?? null,
    isVerified: email_verified === true,
    name: name?.trim() ?? "",
  };
}

/** Returns the refusal for a person who cancelled at the provider, or for a foreign or repeated answer. */
function toRefusal(error: unknown): AppError | undefined {
  if (error instanceof AuthorizationResponseError)
    return new AppError("forbidden", "the provider refused the sign-in", {
      cause: error,
      userMessage: { title: "Not signed in", next: "Try again, or sign in with your password." },
    });
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const isForeign = code === "OAUTH_INVALID_RESPONSE" || code === "OAUTH_RESPONSE_BODY_ERROR";
  return isForeign ? createUnknownError(error) : undefined;
}

function createUnknownError(cause?: unknown): AppError {
  return new AppError("forbidden", "this browser has not started this sign-in, or it was already finished", {
    cause,
    userMessage: { title: "Not signed in", next: "Start the sign-in again." },
  });
}
