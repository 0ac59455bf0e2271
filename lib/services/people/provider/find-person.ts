/**
 * Finds the person with an identity at the provider: by subject, by verified e-mail address, or by an invitation of this
 * address. The role is the role of the person or of the invitation. A role at the provider is ignored.
 */
import { AppError } from "@/lib/model/app-error";
import { allSources } from "@/lib/model/sources/source-scope";
import { getDatabase } from "@/lib/server/db/client";
import { toDatabaseError } from "@/lib/server/db/failure";
import type { SignInProvider } from "@/lib/server/environment/env-provider";
import { cachePersonExists } from "@/lib/server/sessions/person-exists";
import { createUniqueName } from "@/lib/server/sessions/unique-person-name";
import { createUuidV7 } from "@/lib/server/uuid-v7";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { joinTeam } from "../teams/join-team";

/** Identity of a person as the identity provider (OpenID Connect) reports it. */
export interface ProviderIdentity {
  /** Id of the person at the provider, which never changes. */
  readonly subject: string;
  /** E-mail address in lower case. Null if the provider does not report it. */
  readonly email: string | null;
  /** True if the provider has verified the e-mail address. */
  readonly isVerified: boolean;
  /** Name of the person. Empty if the provider does not report it. */
  readonly name: string;
}

interface SearchOptions {
  readonly provider: SignInProvider;
  /** Network address of the client. */
  readonly address: string | null;
}

/**
 * Returns the id of the person with this identity. Adds the person if an invitation has this e-mail address.
 * Throws forbidden for an identity that may not sign in, and database-unavailable.
 */
export async function findOrAddPerson(identity: ProviderIdentity, options: SearchOptions): Promise<string> {
  const { provider, address } = options;
  const email = requireAcceptedAddress(identity, provider);
  const account = { providerId: provider.issuer.href, accountId: identity.subject };
  const known = await getDatabase()
    .account.findUnique({
      where: { providerId_accountId: account, person: { state: "active" } },
      select: { personId: true },
    })
    .catch((error: unknown) => {
      throw toDatabaseError(error, "PostgreSQL does not respond, so sign-in is not possible");
    });
  if (known !== null) return known.personId;
  const existing = await getDatabase().person.findUnique({ where: { email, state: "active" } });
  const personId = existing?.id ?? createUuidV7();
  const self = { kind: "person", id: personId, role: null, sourceScope: allSources, address } as const;
  await writeChange(self, existing === null ? "join-with-provider" : "link-provider", async (transaction) => {
    if (existing === null) await addInvitedPerson(transaction, { id: personId, email, name: identity.name });
    await transaction.account.create({ data: { personId, ...account } });
    return null;
  });
  cachePersonExists(true);
  return personId;
}

function requireAcceptedAddress(
  { email, isVerified }: ProviderIdentity,
  { name, domains }: SignInProvider,
): string {
  if (email === null || !isVerified)
    throw createRefusal(`${name} does not report a verified e-mail address`, "Verify your address there.");
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (domains.length > 0 && !domains.includes(domain))
    throw createRefusal(`addresses at ${domain} may not sign in with ${name}`, "Sign in with your password.");
  return email;
}

interface NewPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Adds the person with the newest invitation of the address. The second of two simultaneous uses of an invitation is refused. */
async function addInvitedPerson(transaction: Transaction, { id, email, name }: NewPerson): Promise<void> {
  await transaction.$executeRaw`lock table people in share row exclusive mode`;
  const [invitation] = await transaction.$queryRaw<
    readonly { readonly role: string; readonly teamId: string | null }[]
  >`
    update invitations set used_at = now() where id = (
      select id from invitations
      where email = ${email} and purpose = 'invite' and used_at is null and expires_at > now()
      order by created_at desc fetch first row only for update
    ) returning role, team_id::text as "teamId"`;
  if (invitation === undefined)
    throw createRefusal(`${email} is not invited`, "Ask an admin for an invitation of this address.");
  const freeName = await createUniqueName(transaction, { name, email });
  await transaction.person.create({ data: { id, name: freeName, email, role: invitation.role } });
  await joinTeam(transaction, { personId: id, teamId: invitation.teamId });
}

function createRefusal(reason: string, next: string): AppError {
  return new AppError("forbidden", reason, { userMessage: { title: "Not signed in", next } });
}
