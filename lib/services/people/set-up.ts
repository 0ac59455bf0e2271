/** Adds the first person, an admin, with a one-time link that the server printed at its start. */
import type { setUpContract } from "@/lib/contracts/session";
import { assertPresent } from "@/lib/base/assert";
import { AppError } from "@/lib/model/app-error";
import { allSources } from "@/lib/model/sources/source-scope";
import { createUuidV7 } from "@/lib/server/uuid-v7";
import type { Handler } from "@/lib/server/handler";
import { readClientAddress } from "@/lib/server/http/client-address";
import { rememberPersonExists } from "@/lib/server/sessions/person-exists";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { countAttempt, runPasswordCheck } from "./attempt-limits";
import { getAuth } from "./auth";
import { assertSecureConnection } from "./secure-connection";
import { startSession } from "./sign-in";

/** Throws forbidden for a link that is unknown, used or expired, and without TLS. Throws database-unavailable. */
export const setUp: Handler<typeof setUpContract> = async ({ body, http, signal }) => {
  const exchange = assertPresent(http, "setup is an HTTP endpoint");
  assertSecureConnection(exchange.headers);
  const address = readClientAddress(exchange.headers);
  await countAttempt(body.token, address);
  const { password } = await getAuth().$context;
  const passwordHash = await runPasswordCheck(() => password.hash(body.password), signal);
  const id = createUuidV7();
  const admin = { kind: "person", id, role: "admin", sourceScope: allSources, address } as const;
  await writeChange(admin, "set-up", async (transaction) => {
    await takeSetupLink(transaction, body.token);
    await transaction.person.create({ data: { id, name: body.name, email: body.email, role: "admin" } });
    await transaction.account.create({
      data: {
        personId: id,
        providerId: "credential",
        accountId: id,
        passwordHash,
        passwordChangedAt: new Date(),
      },
    });
    return null;
  });
  rememberPersonExists(true);
  return { person: await startSession(body, exchange, signal) };
};

/** Marks the link as used. Two uses at the same time wait for each other, and the second one is refused. */
async function takeSetupLink(transaction: Transaction, token: string): Promise<void> {
  await transaction.$executeRaw`lock table people in share row exclusive mode`;
  const rows = await transaction.$queryRaw<readonly object[]>`
    update invitations set used_at = now()
    where token_hash = ${hashToken(token)} and purpose = 'setup' and used_at is null and expires_at > now()
      and not exists (select from people)
    returning id`;
  if (rows.length === 1) return;
  throw new AppError("forbidden", "the setup link is unknown, expired, or was already used", {
    userMessage: {
      title: "This setup link cannot be used",
      next: "Sign in if an admin exists. Otherwise restart Ridgepoint, and open the link that it prints.",
    },
  });
}
