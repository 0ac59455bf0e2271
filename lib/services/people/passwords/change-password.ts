/** Changes the password of the caller, who must enter the present password, and ends the other sessions of the caller. */
import type { changePasswordContract } from "@/lib/contracts/people/profile";
import { assertPresent } from "@/lib/base/assert";
import { AppError } from "@/lib/model/app-error";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { forgetPersonSessions } from "@/lib/server/sessions/verify-session";
import { writeChange } from "@/lib/server/with-change";
import { countAttempt, runPasswordCheck } from "../attempt-limits";
import { getBetterAuth } from "../auth";
import { assertHasProfile } from "../edit-profile";
import { deletePasswordLinks } from "./password-links";
import { assertSecureConnection } from "../secure-connection";

/**
 * Changes the password of the caller. Throws invalid-input for a wrong present password. Throws conflict if the caller
 * has no password. Throws forbidden without TLS. Throws rate-limited and database-unavailable.
 */
export const changePassword: Handler<typeof changePasswordContract> = async ({
  body: { currentPassword, newPassword },
  principal,
  http,
  signal,
}) => {
  assertHasProfile(principal);
  assertSecureConnection(
    assertPresent(http, "the password change was called without an HTTP request").headers,
  );
  await countAttempt(principal.id, principal.address);
  const { id: accountId, passwordHash } = await readAccount(principal.id);
  const { password } = await getBetterAuth().$context;
  const newHash = await runPasswordCheck(async () => {
    const isCorrect = await password.verify({ hash: passwordHash, password: currentPassword });
    if (!isCorrect) throw createPasswordError();
    return password.hash(newPassword);
  }, signal);
  const endedSessions = await writeChange(principal, "change-password", async (transaction) => {
    const { count: changed } = await transaction.account.updateMany({
      // The condition fails if a simultaneous change has replaced the hash that was checked.
      where: { id: accountId, passwordHash },
      data: { passwordHash: newHash, passwordChangedAt: new Date() },
    });
    if (changed !== 1) throw createPasswordError();
    await deletePasswordLinks(transaction, principal.id);
    const sessionId = principal.session?.id;
    const otherSessions = {
      personId: principal.id,
      ...(sessionId === undefined ? {} : { id: { not: sessionId } }),
    };
    const { count } = await transaction.session.deleteMany({ where: otherSessions });
    if (sessionId !== undefined)
      await transaction.session.updateMany({ where: { id: sessionId }, data: { confirmedAt: new Date() } });
    return count;
  });
  forgetPersonSessions(principal.id);
  return { endedSessions };
};

async function readAccount(
  personId: string,
): Promise<{ readonly id: string; readonly passwordHash: string }> {
  const account = await readRows((database) =>
    database.account.findFirst({ where: { personId, providerId: "credential" } }),
  );
  if (account === null || account.passwordHash === null)
    throw new AppError("conflict", "this person signs in without a password", {
      userMessage: {
        title: "You have no password to change",
        next: "Change it at your sign-in provider, or ask an admin for a link that sets a password.",
      },
    });
  return { id: account.id, passwordHash: account.passwordHash };
}

function createPasswordError(): AppError {
  const detail = "is not your present password";
  return new AppError("invalid-input", `the current password ${detail}`, {
    errors: [{ pointer: "#/currentPassword", detail }],
  });
}
