/** Starts a sign-in with the provider: authorization code flow with PKCE, state and nonce. */
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { startProviderSignInContract } from "@/lib/contracts/people/provider-sign-in";
import { assertPresent } from "@/lib/base/assert";
import { safeReturnPath } from "@/lib/base/sign-in";
import type { Handler } from "@/lib/server/handler";
import { readClientAddress } from "@/lib/server/http/client-address";
import { countProviderAttempt } from "../attempt-limits";
import { assertSecureConnection } from "../secure-connection";
import { createCallbackUrl, connectToProvider, requireProvider } from "./provider-client";
import { createStartedCookie } from "./started-sign-in";

/**
 * Starts a sign-in at the identity provider. Throws rate-limited and source-unreachable. Throws not-found without a
 * provider. Throws forbidden without TLS.
 */
export const startProviderSignIn: Handler<typeof startProviderSignInContract> = async ({ body, http }) => {
  const { headers, setCookie } = assertPresent(http, "sign-in was called without an HTTP request");
  const provider = requireProvider();
  assertSecureConnection(headers);
  await countProviderAttempt(readClientAddress(headers));
  const client = await connectToProvider(provider);
  const verifier = randomPKCECodeVerifier();
  const started = {
    state: randomState(),
    nonce: randomNonce(),
    verifier,
    returnPath: safeReturnPath(body.returnPath),
  };
  const url = buildAuthorizationUrl(client, {
    redirect_uri: createCallbackUrl(headers).href,
    scope: "openid email profile",
    state: started.state,
    nonce: started.nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  setCookie(createStartedCookie(headers, started));
  return { url: url.href };
};
