/** The client of the OpenID Connect provider. `openid-client` checks issuer, signature, state, nonce and PKCE. */
import { allowInsecureRequests, discovery, type Configuration } from "openid-client";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import { readEnvironment } from "@/lib/server/environment/env";
import type { SignInProvider } from "@/lib/server/environment/env-provider";
import { isLoopbackHost, type ReadableHeaders } from "@/lib/server/http/request-guard";
import { getProcessState } from "@/lib/server/process-state";

/** Path of the page that the provider opens after a sign-in. */
const callbackPath = "/sign-in/callback";

/** Time for which the configuration of the provider is cached. A changed configuration applies after it at the latest. */
const rememberedMs = 10 * 60_000;
const timeoutSeconds = 5;

interface ProviderCache {
  known: { readonly client: Configuration; readonly issuer: string; readonly atMs: number } | undefined;
}

const cache = (): ProviderCache =>
  getProcessState<ProviderCache>("sign-in-provider", () => ({ known: undefined }));

/** Returns the configured identity provider. Throws not-found if none is configured. */
export function requireProvider(): SignInProvider {
  const { provider } = readEnvironment();
  if (provider === undefined) throw new AppError("not-found", "no sign-in provider is configured");
  return provider;
}

/**
 * Reads the published configuration of the identity provider and returns an OpenID Connect client for it.
 * Throws source-unreachable.
 */
export async function connectToProvider(provider: SignInProvider): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const { known } = cache();
  if (known?.issuer === issuer.href && nowMs() - known.atMs < rememberedMs) return known.client;
  const execute = issuer.protocol === "http:" ? [allowInsecureRequests] : [];
  const client = await discovery(issuer, clientId, clientSecret, undefined, {
    execute,
    timeout: timeoutSeconds,
  }).catch((cause: unknown) => {
    throw createProviderError(provider, cause);
  });
  cache().known = { client, issuer: issuer.href, atMs: nowMs() };
  return client;
}

/** Returns the error of a provider that does not respond, or whose response is invalid. */
export function createProviderError({ name }: SignInProvider, cause: unknown): AppError {
  return new AppError("source-unreachable", `the sign-in at ${name} failed`, {
    cause,
    userMessage: {
      title: "The sign-in provider did not respond as expected",
      next: "Try again, or sign in with your password. The log of the server has the details.",
    },
  });
}

/** Returns the address of the callback page at the host of the request, which the route wrapper has checked. */
export function createCallbackUrl(headers: ReadableHeaders): URL {
  const host = headers.get("host");
  const origin = isLoopbackHost(host) ? `http://${host}` : readEnvironment().publicUrl?.origin;
  return new URL(callbackPath, origin);
}
