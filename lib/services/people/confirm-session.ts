/** Confirms that the caller is the person of the session. */
import type { confirmSessionContract } from "@/lib/contracts/people/session";
import { assertPresent } from "@/lib/base/assert";
import { AppError } from "@/lib/model/app-error";
import { getDatabase } from "@/lib/server/db/client";
import { toDatabaseError } from "@/lib/server/db/failure";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import { countAttempt, runPasswordCheck } from "./attempt-limits";
import { getAuth } from "./auth";
import { assertSecureConnection } from "./secure-connection";

/**
 * Throws forbidden for a caller without a password and without TLS, sign-in-failed, rate-limited, and
 * database-unavailable. Attempts are counted together with those of the sign-in.
 */
export const confirmSession: Handler<typeof confirmSessionContract> = async (input) => {
  const { body, principal, http, signal } = input;
  const { headers } = assertPresent(http, "a confirmation is an HTTP endpoint");
  assertSecureConnection(headers);
  const { session } = principal;
  if (session === undefined) throw new AppError("forbidden", "only a person who signed in can confirm this");
  const { email, passwordHash } = await readCredentials(session.personId);
  await countAttempt(email, principal.address);
  const { password } = await getAuth().$context;
  const isCorrect = await runPasswordCheck(
    () => password.verify({ hash: passwordHash, password: body.password }),
    signal,
  );
  if (!isCorrect) throw createRefusal();
  await writeChange(principal, "confirm-session", async (transaction) => {
    const count = await transaction.$executeRaw`
      update sessions set confirmed_at = now(), updated_at = now() where id = ${session.id}::uuid`;
    if (count === 0) throw new AppError("sign-in-required", "the session has ended");
    return null;
  });
  return {};
};

async function readCredentials(
  personId: string,
): Promise<{ readonly email: string; readonly passwordHash: string }> {
  const person = await getDatabase()
    .person.findUnique({
      where: { id: personId, state: "active" },
      include: { accounts: { where: { providerId: "credential" } } },
    })
    .catch((error: unknown) => {
      throw toDatabaseError(error, "PostgreSQL does not respond, so the password cannot be checked");
    });
  const passwordHash = person?.accounts[0]?.passwordHash ?? null;
  const email = person?.email ?? null;
  if (email === null || passwordHash === null) throw new AppError("forbidden", "you have no password");
  return { email, passwordHash };
}

function createRefusal(): AppError {
  return new AppError("sign-in-failed", "the password is incorrect", {
    userMessage: {
      title: "Not confirmed",
      next: "Try again. An admin can make a link that sets a new password.",
    },
  });
}
