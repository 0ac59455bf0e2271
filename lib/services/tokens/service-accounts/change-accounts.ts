/** Adds, edits and removes service accounts. */
import type {
  addServiceAccountContract,
  editServiceAccountContract,
  removeServiceAccountContract,
} from "@/lib/contracts/people/service-accounts";
import { AppError } from "@/lib/model/app-error";
import { createPersonError } from "@/lib/server/access/person-error";
import { requireAssignableTeam } from "@/lib/server/access/team-rights";
import type { Person } from "@/lib/server/db/generated/client";
import type { Handler } from "@/lib/server/handler";
import type { Principal } from "@/lib/server/principal";
import { assertVersion } from "@/lib/server/route";
import { cacheAuthorName } from "@/lib/server/sessions/author-names";
import { requireUniqueServiceAccountName } from "@/lib/server/sessions/unique-person-name";
import { writeChange, type Transaction } from "@/lib/server/with-change";

/**
 * Adds a service account. Throws database-unavailable. Throws conflict if the caller is not a person or the name is in use. Throws invalid-input for an unknown team.
 */
export const addServiceAccount: Handler<typeof addServiceAccountContract> = async ({ body, principal }) => {
  assertSignedIn(principal);
  const { name, role, teamId = null } = body;
  const { id } = await writeChange(principal, "add-service-account", async (transaction) => {
    await requireUniqueServiceAccountName(transaction, name);
    await requireAssignableTeam(transaction, principal, teamId);
    const account = await transaction.person.create({
      data: { kind: "service", name, role },
      select: { id: true },
    });
    if (teamId !== null) await transaction.member.create({ data: { personId: account.id, teamId } });
    return account;
  });
  return { accountId: id };
};

/**
 * Changes the name and the role of a service account. Its tokens have the new role at once. Throws not-found and
 * database-unavailable. Throws precondition-failed for an outdated version. Throws conflict if the name is in use.
 */
export const editServiceAccount: Handler<typeof editServiceAccountContract> = async ({
  params: { accountId },
  body: { name, role },
  principal,
  expectedVersion,
}) => {
  await writeChange(principal, "edit-service-account", async (transaction) => {
    const account = await lockServiceAccount(transaction, accountId);
    assertVersion(String(account.version), expectedVersion);
    if (name !== undefined && name !== account.name)
      await requireUniqueServiceAccountName(transaction, name, accountId);
    await transaction.person.update({
      where: { id: accountId },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(role === undefined ? {} : { role }),
        version: { increment: 1 },
      },
    });
    return null;
  });
  if (name !== undefined) cacheAuthorName(accountId, name);
  return { accountId };
};

/**
 * Removes a service account from its teams and revokes its tokens. Its changes keep its name as their author. Throws
 * not-found, precondition-failed and database-unavailable.
 */
export const removeServiceAccount: Handler<typeof removeServiceAccountContract> = async ({
  params: { accountId },
  principal,
  expectedVersion,
}) => {
  await writeChange(principal, "remove-service-account", async (transaction) => {
    const account = await lockServiceAccount(transaction, accountId);
    assertVersion(String(account.version), expectedVersion);
    await transaction.member.deleteMany({ where: { personId: accountId } });
    await transaction.apiToken.updateMany({
      where: { accountId, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    await transaction.person.update({
      where: { id: accountId },
      data: { state: "removed", version: { increment: 1 } },
    });
    return null;
  });
  return { removedId: accountId };
};

/**
 * Locks the row until the transaction ends, so that no token is added to an account while it is removed. Throws
 * not-found for an unknown or removed account, and for a person.
 */
export async function lockServiceAccount(
  transaction: Transaction,
  accountId: string,
): Promise<Pick<Person, "version" | "role" | "name">> {
  const [account] = await transaction.$queryRaw<readonly Pick<Person, "version" | "role" | "name">[]>`
    select version, role, name from people
    where id = ${accountId}::uuid and kind = 'service' and state = 'active' for update`;
  if (account === undefined) throw new AppError("not-found", "there is no such service account");
  return account;
}

/**
 * Throws conflict if the caller is not a person, such as the operator or an API token. The first row of the table of people must be an admin, who can sign in, so a person must exist before the first service account.
 */
export function assertSignedIn({ kind }: Principal): void {
  if (kind === "person") return;
  throw createPersonError("a service account needs a person who signed in");
}
