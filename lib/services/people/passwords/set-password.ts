/**
 * Sets a new password with a one-time link, and ends the person's sessions. Signs them in unless they have a second
 * factor, which the link does not replace.
 */
import type { setPasswordContract } from "@/lib/contracts/people/session";
import { assertPresent } from "@/lib/base/assert";
import { AppError } from "@/lib/model/app-error";
import { allSources } from "@/lib/model/sources/source-scope";
import { getDatabase } from "@/lib/server/db/client";
import type { Handler } from "@/lib/server/handler";
import { readClientAddress } from "@/lib/server/http/client-address";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { forgetPersonSessions } from "@/lib/server/sessions/verify-session";
import { writeChange } from "@/lib/server/with-change";
import { deletePasswordLinks } from "./password-links";
import { countAttempt, runPasswordCheck } from "../attempt-limits";
import { getBetterAuth } from "../auth";
import { openSession } from "../open-session";
import { isSecondFactorEnabled } from "../second-factor/consume-code";
import { assertSecureConnection } from "../secure-connection";

/**
 * Sets a new password of the person to whom a one-time link belongs. Throws forbidden for a link that is
 * unknown, used or expired, and without TLS. Throws database-unavailable.
 */
export const setPassword: Handler<typeof setPasswordContract> = async ({ body, http, signal }) => {
  const exchange = assertPresent(http, "the password reset was called without an HTTP request");
  assertSecureConnection(exchange.headers);
  const address = readClientAddress(exchange.headers);
  await countAttempt(body.token, address);
  const tokenHash = hashToken(body.token);
  const link = await getDatabase().invitation.findFirst({
    where: { tokenHash, purpose: "reset", person: { state: "active" } },
    include: { person: { include: { secondFactor: true } } },
  });
  const person = link?.person;
  if (person === undefined || person === null) throw createLinkError();
  const { password } = await getBetterAuth().$context;
  const passwordHash = await runPasswordCheck(() => password.hash(body.password), signal);
  const self = { kind: "person", id: person.id, role: null, sourceScope: allSources, address } as const;
  await writeChange(self, "set-password", async (transaction) => {
    const used = await transaction.$queryRaw<readonly object[]>`
      update invitations set used_at = now()
      where token_hash = ${tokenHash} and purpose = 'reset' and used_at is null and expires_at > now()
      returning id`;
    if (used.length !== 1) throw createLinkError();
    const change = { passwordHash, passwordChangedAt: new Date() };
    await transaction.account.upsert({
      where: { providerId_accountId: { providerId: "credential", accountId: person.id } },
      create: { personId: person.id, providerId: "credential", accountId: person.id, ...change },
      update: change,
    });
    await transaction.session.deleteMany({ where: { personId: person.id } });
    await deletePasswordLinks(transaction, person.id);
    return null;
  });
  forgetPersonSessions(person.id);
  if (isSecondFactorEnabled(person.secondFactor)) return { person: null };
  return { person: await openSession(person.id, "password", exchange) };
};

function createLinkError(): AppError {
  return new AppError("forbidden", "the link is unknown, expired, or was already used", {
    userMessage: { title: "This link cannot be used", next: "Ask an admin for a new link." },
  });
}
