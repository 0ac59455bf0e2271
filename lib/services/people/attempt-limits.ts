/**
 * Limits attempts to sign in, before the password is checked. PostgreSQL counts attempts per account and per network
 * address, so that all processes share the limits. An unknown account has the same limit as a known account.
 */
import { AppError, isAppError } from "@/lib/model/app-error";
import { createConcurrencyLimit, type ConcurrencyLimit } from "@/lib/server/concurrency/limit";
import { consumeSharedRateLimit, type RequestLimit } from "@/lib/server/http/shared-rate-limit";
import { toRateLimitClientKey } from "@/lib/server/http/write-limit";
import { getProcessState } from "@/lib/server/process-state";
import { hashToken } from "@/lib/server/sessions/session-cookie";

const perAccount: RequestLimit = { kind: "sign-in-account", burstCount: 10, refillMs: 30_000 };
/** Limit per network address. It is high, because all people behind a proxy may have the same address. */
const perAddress: RequestLimit = { kind: "sign-in-address", burstCount: 60, refillMs: 5_000 };

/** Limit of attempts with a code. It is lower than for passwords, because three of the million possible codes are valid at a time. */
const perCode: RequestLimit = { kind: "second-factor", burstCount: 5, refillMs: 300_000 };

/** Returns the limit of simultaneous password checks. A check uses 32 MiB of memory, and most of a core for about 0.1 to 0.7 s. */
const checks = (): ConcurrencyLimit =>
  getProcessState("password-checks", () => createConcurrencyLimit({ maxConcurrent: 2, maxWaiting: 30 }));

/**
 * Counts an attempt to use a password or a one-time link against the limits of the account and the IP
 * address. `account` is the e-mail address, or the token of a link. Throws rate-limited.
 */
export async function countAttempt(account: string, address: string | null): Promise<void> {
  const waitMs = Math.max(
    await consumeSharedRateLimit(perAddress, toRateLimitClientKey(address)),
    await consumeSharedRateLimit(perAccount, hashToken(account)),
  );
  if (waitMs > 0)
    throw new AppError("rate-limited", "there were too many attempts to sign in", { retryAfterMs: waitMs });
}

/** Counts an attempt to sign in with the identity provider. `address` is the IP address, if known. Throws rate-limited. */
export async function countProviderAttempt(address: string | null): Promise<void> {
  const waitMs = await consumeSharedRateLimit(perAddress, toRateLimitClientKey(address));
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
 * Runs `check`, which hashes a password, as soon as the limit of simultaneous checks allows it. Throws rate-limited if too
 * many checks wait.
 */
export async function runPasswordCheck<T>(check: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await checks().run(check, signal);
  } catch (error) {
    if (!isAppError(error) || error.code !== "source-slow") throw error;
    throw new AppError("rate-limited", "too many sign-ins wait for a check", { retryAfterMs: 5_000 });
  }
}
