/**
 * Confirms that the caller is the person of the session: with a code if they have a second factor, and otherwise with
 * the password.
 */
import type { confirmationMethodContract, confirmSessionContract } from "@/lib/contracts/people/session";
import { assertPresent } from "@/lib/base/assert";
import { AppError } from "@/lib/model/app-error";
import { getDatabase } from "@/lib/server/db/client";
import { toDatabaseError } from "@/lib/server/db/failure";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import { countAttempt, runPasswordCheck } from "./attempt-limits";
import { getBetterAuth } from "./auth";
import { isSecondFactorEnabled, consumeCode } from "./second-factor/consume-code";
import { assertSecureConnection } from "./secure-connection";

/** Returns how the caller can confirm the session. Throws database-unavailable. */
export const getConfirmationMethod: Handler<typeof confirmationMethodContract> = async ({ principal }) => {
  if (principal.session === undefined) return { method: "none" };
  const { hasCode, passwordHash } = await readProofs(principal.id);
  if (hasCode) return { method: "code" };
  return { method: passwordHash === null ? "none" : "password" };
};

/**
 * Confirms the session by password or code. Throws forbidden without TLS, and for a caller who has no password or must
 * send a code. Throws sign-in-failed, rate-limited and database-unavailable. Attempts are counted together with those
 * of the sign-in.
 */
export const confirmSession: Handler<typeof confirmSessionContract> = async (input) => {
  const { body, principal, http, signal } = input;
  const { headers } = assertPresent(http, "the confirmation was called without an HTTP request");
  assertSecureConnection(headers);
  const { session } = principal;
  if (session === undefined)
    throw new AppError("forbidden", "only a person who signed in can confirm this", {
      userMessage: {
        title: "There is no sign-in to confirm",
        next: "Repeat the change. Without a sign-in at Ridgepoint itself, no confirmation is needed.",
      },
    });
  const { email, hasCode, passwordHash } = await readProofs(session.personId);
  await countAttempt(email, principal.address);
  if ("code" in body)
    await consumeCode({ personId: session.personId, code: body.code, address: principal.address });
  else if (hasCode)
    throw new AppError("forbidden", "your second factor confirms this, not the password", {
      userMessage: {
        title: "Your second factor confirms this",
        next: "Enter a code of your authenticator app, or a recovery code.",
      },
    });
  else await assertPassword(body.password, passwordHash, signal);
  await writeChange(principal, "confirm-session", async (transaction) => {
    const count = await transaction.$executeRaw`
      update sessions set confirmed_at = now(), updated_at = now() where id = ${session.id}::uuid`;
    if (count === 0) throw new AppError("sign-in-required", "the session has ended");
    return null;
  });
  return {};
};

async function assertPassword(given: string, hash: string | null, signal: AbortSignal): Promise<void> {
  if (hash === null)
    throw new AppError("forbidden", "you have no password", {
      userMessage: {
        title: "You have no password",
        next: "Sign out, and sign in again with the provider. Then repeat the change within 10 minutes.",
      },
    });
  const { password } = await getBetterAuth().$context;
  const isCorrect = await runPasswordCheck(() => password.verify({ hash, password: given }), signal);
  if (isCorrect) return;
  throw new AppError("sign-in-failed", "the password is incorrect", {
    userMessage: {
      title: "Not confirmed",
      next: "Try again. An admin can make a link that sets a new password.",
    },
  });
}

interface Proofs {
  readonly email: string;
  readonly hasCode: boolean;
  readonly passwordHash: string | null;
}

async function readProofs(personId: string): Promise<Proofs> {
  const person = await getDatabase()
    .person.findUnique({
      where: { id: personId, state: "active" },
      include: { accounts: { where: { providerId: "credential" } }, secondFactor: true },
    })
    .catch((error: unknown) => {
      throw toDatabaseError(error, "PostgreSQL does not respond, so your identity cannot be confirmed");
    });
  if (person === null) throw new AppError("sign-in-required", "this person was removed");
  return {
    email: person.email ?? "",
    hasCode: isSecondFactorEnabled(person.secondFactor),
    passwordHash: person.accounts[0]?.passwordHash ?? null,
  };
}
