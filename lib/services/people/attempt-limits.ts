/**
 * Limits attempts to sign in, before the password is checked. PostgreSQL counts them per account and per network
 * address, so that all processes share the limits. An unknown account has the same limit as a known one.
 */
import { AppError, isAppError } from "@/lib/model/app-error";
import { createConcurrencyLimit, type ConcurrencyLimit } from "@/lib/server/concurrency/limit";
import { consumeSharedRateLimit, type RequestLimit } from "@/lib/server/http/shared-rate-limit";
import { toRateLimitedClient } from "@/lib/server/http/write-limit";
import { getProcessState } from "@/lib/server/process-state";
import { hashToken } from "@/lib/server/sessions/session-cookie";

const perAccount: RequestLimit = { kind: "sign-in-account", burstCount: 10, refillMs: 30_000 };
/** Behind a proxy, all people have one address. */
const perAddress: RequestLimit = { kind: "sign-in-address", burstCount: 60, refillMs: 5_000 };

/** Codes have 6 digits, of which three are valid, so they have fewer attempts than passwords. */
const perCode: RequestLimit = { kind: "second-factor", burstCount: 5, refillMs: 300_000 };

/** A check uses 32 MiB of memory, and most of a core for about 0.1 to 0.7 s. */
const checks = (): ConcurrencyLimit =>
  getProcessState("password-checks", () => createConcurrencyLimit({ maxConcurrent: 2, maxWaiting: 30 }));

/**
 * Counts an attempt to use a password or a one-time link against the limits of the account and the IP
 * address. `account` is the e-mail address, or the token of a link. Throws rate-limited.
 */
export async function countAttempt(account: string, address: string | null): Promise<void> {
  const waitMs = Math.max(
    await consumeSharedRateLimit(perAddress, toRateLimitedClient(address)),
    await consumeSharedRateLimit(perAccount, hashToken(account)),
  );
  if (waitMs > 0)
    throw new AppError("rate-limited", "there were too many attempts to sign in", { retryAfterMs: waitMs });
}

/** Counts an attempt to sign in with the identity provider. `address` is the IP address, if known. Throws rate-limited. */
export async function countProviderAttempt(address: string | null): Promise<void> {
  const waitMs = await consumeSharedRateLimit(perAddress, toRateLimitedClient(address));
  if (waitMs > 0)
    throw new AppError("rate-limited", "there were too many attempts to sign in", { retryAfterMs: waitMs });
}

/** Counts an attempt to enter a code of the person's second factor. Throws rate-limited. */
export async function countCodeAttempt(personId: string): Promise<void> {
  const waitMs = await consumeSharedRateLimit(perCode, personId);
  if (waitMs > 0)
    throw new AppError("rate-limited", "there were too many attempts to enter a code", {
      retryAfterMs: waitMs,
    });
}

/**
 * Runs `check`, which hashes a password, once the limit of simultaneous hashes allows it. Throws
 * rate-limited if too many wait.
 */
export async function runPasswordCheck<T>(check: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await checks().run(check, signal);
  } catch (error) {
    if (!isAppError(error) || error.code !== "source-slow") throw error;
    throw new AppError("rate-limited", "too many sign-ins wait for a check", { retryAfterMs: 5_000 });
  }
}
