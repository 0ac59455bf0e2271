/**
 * Adds a person with a one-time link. The first admin uses the link that the server printed, and other people use an
 * invitation.
 */
import type { setUpContract } from "@/lib/contracts/people/session";
import { assertPresent } from "@/lib/base/assert";
import type { Role } from "@/lib/model/person";
import { AppError } from "@/lib/model/app-error";
import { allSources } from "@/lib/model/sources/source-scope";
import { createUuidV7 } from "@/lib/server/uuid-v7";
import { parsePersonRole } from "@/lib/server/access/roles";
import type { Handler } from "@/lib/server/handler";
import { readClientAddress } from "@/lib/server/http/client-address";
import { cachePersonExists } from "@/lib/server/sessions/person-exists";
import { requireUniquePersonName } from "@/lib/server/sessions/unique-person-name";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { countAttempt, runPasswordCheck } from "./attempt-limits";
import { getBetterAuth } from "./auth";
import { openSession } from "./open-session";
import { assertSecureConnection } from "./secure-connection";
import { joinTeam } from "./teams/join-team";

/**
 * Creates a person from a one-time link. Throws forbidden for a link that is unknown, used or expired, and without TLS.
 * Throws conflict for a name or an address in use, and database-unavailable.
 */
export const setUp: Handler<typeof setUpContract> = async ({ body, http, signal }) => {
  const exchange = assertPresent(http, "setup was called without an HTTP request");
  assertSecureConnection(exchange.headers);
  const address = readClientAddress(exchange.headers);
  await countAttempt(body.token, address);
  const { password } = await getBetterAuth().$context;
  const passwordHash = await runPasswordCheck(() => password.hash(body.password), signal);
  const id = createUuidV7();
  const self = { kind: "person", id, role: null, sourceScope: allSources, address } as const;
  await writeChange(self, "set-up", async (transaction) => {
    const { role, teamId } = await takeLink(transaction, body);
    await requireUniquePersonName(transaction, body.name);
    const { count } = await transaction.person.createMany({
      data: [{ id, name: body.name, email: body.email, role }],
      skipDuplicates: true,
    });
    if (count === 0)
      throw new AppError("conflict", "another person has this e-mail address", {
        userMessage: {
          title: "Another person has this e-mail address",
          next: "Enter another address, or sign in with the existing account.",
        },
      });
    await transaction.account.create({
      data: {
        personId: id,
        providerId: "credential",
        accountId: id,
        passwordHash,
        passwordChangedAt: new Date(),
      },
    });
    await joinTeam(transaction, { personId: id, teamId });
    return null;
  });
  cachePersonExists(true);
  return { person: await openSession(id, "password", exchange) };
};

interface NewRights {
  readonly role: Role;
  readonly teamId: string | null;
}

/** Marks the link as used, and returns the role and the team of the person. The second of two simultaneous uses is refused. */
async function takeLink(
  transaction: Transaction,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<NewRights> {
  await transaction.$executeRaw`lock table people in share row exclusive mode`;
  const [link] = await transaction.$queryRaw<
    readonly { readonly role: string; readonly teamId: string | null }[]
  >`
    update invitations set used_at = now()
    where token_hash = ${hashToken(token)} and used_at is null and expires_at > now()
      and (email is null or email = ${email})
      and (purpose = 'invite' or (purpose = 'setup' and not exists (select from people)))
    returning role, team_id::text as "teamId"`;
  if (link !== undefined) return { role: parsePersonRole(link.role), teamId: link.teamId };
  throw new AppError(
    "forbidden",
    "the link is unknown, expired, was already used, or is for another e-mail address",
    {
      userMessage: {
        title: "This link cannot be used",
        next: "Ask an admin for a new link. Before the first admin exists, restart Ridgepoint, which then prints a new link.",
      },
    },
  );
}
