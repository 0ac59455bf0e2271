/** Changes the role of a person, and removes a person. The last admin stays an admin. */
import type { editPersonContract, removePersonContract } from "@/lib/contracts/people/people";
import { AppError } from "@/lib/model/app-error";
import { removedPersonName, type Role } from "@/lib/model/person";
import type { Person } from "@/lib/server/db/generated/client";
import type { Handler } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import { cacheAuthorName } from "@/lib/server/sessions/author-names";
import { forgetPersonDisplays } from "@/lib/server/sessions/verify-display";
import { forgetPersonSessions } from "@/lib/server/sessions/verify-session";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { toListedPerson } from "./list-people";
import { deleteSecondFactor } from "./second-factor/delete-second-factor";

/**
 * Changes the role of a person and ends the person's sessions, so that a new sign-in gets the new role. Deletes the unused
 * links of a person who is no longer an admin. Throws not-found, precondition-failed and database-unavailable. Throws
 * conflict for the last admin.
 */
export const editPerson: Handler<typeof editPersonContract> = async ({
  params: { personId },
  body: { role },
  principal,
  expectedVersion,
}) => {
  const person = await writeChange(principal, "edit-person", async (transaction) => {
    await lockPerson(transaction, personId, { expectedVersion, newRole: role });
    const row = await transaction.person.update({
      where: { id: personId },
      data: { role, version: { increment: 1 } },
      include: { secondFactor: true },
    });
    await transaction.session.deleteMany({ where: { personId } });
    if (role !== "admin") await deleteLinksBy(transaction, personId);
    return toListedPerson({ ...row, sessions: [] });
  });
  forgetPersonSessions(personId);
  return { person };
};

/**
 * Removes name, address, password, second factor, sessions, tokens, links and drafts of a person. Throws not-found,
 * precondition-failed and database-unavailable. Throws conflict for the last admin.
 */
export const removePerson: Handler<typeof removePersonContract> = async ({
  params: { personId },
  principal,
  expectedVersion,
}) => {
  await writeChange(principal, "remove-person", async (transaction) => {
    await lockPerson(transaction, personId, { expectedVersion, newRole: null });
    const where = { personId };
    await transaction.session.deleteMany({ where });
    await transaction.account.deleteMany({ where });
    await deleteSecondFactor(transaction, personId);
    await transaction.invitation.deleteMany({ where });
    await deleteLinksBy(transaction, personId);
    await transaction.member.deleteMany({ where });
    await transaction.draft.deleteMany({ where: { writer: personId } });
    await transaction.apiToken.updateMany({
      where: { makerId: personId, accountId: null, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    await transaction.display.updateMany({
      where: { makerId: personId, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    await transaction.person.update({
      where: { id: personId },
      data: { state: "removed", name: removedPersonName, email: null, version: { increment: 1 } },
    });
    return null;
  });
  cacheAuthorName(personId, removedPersonName);
  forgetPersonSessions(personId);
  forgetPersonDisplays(personId);
  return { removedId: personId };
};

/** Deletes the unused links of a former admin, who could otherwise return or set the password of another person. */
async function deleteLinksBy(transaction: Transaction, personId: string): Promise<void> {
  await transaction.invitation.deleteMany({ where: { author: personId, usedAt: null } });
}

interface LockOptions {
  readonly expectedVersion: string | undefined;
  /** Role of the person after the change. Null if the person is removed. */
  readonly newRole: Role | null;
}

/** Locks a person. All admins are locked first, always in the same order, so that two admins cannot remove each other. */
async function lockPerson(
  transaction: Transaction,
  personId: string,
  { expectedVersion, newRole }: LockOptions,
): Promise<void> {
  const admins = await transaction.$queryRaw<readonly Pick<Person, "id">[]>`
    select id::text from people where role = 'admin' and kind = 'person' and state = 'active' order by id for update`;
  const [person] = await transaction.$queryRaw<readonly Pick<Person, "version">[]>`
    select version from people where id = ${personId}::uuid and kind = 'person' and state = 'active'
    for update`;
  if (person === undefined) throw new AppError("not-found", "there is no such person");
  assertVersion(String(person.version), expectedVersion);
  const isLastAdmin = admins.length === 1 && admins[0]?.id === personId;
  if (isLastAdmin && newRole !== "admin")
    throw new AppError("conflict", "this is the last admin", {
      userMessage: {
        title:
          newRole === null ? "The last admin cannot be removed" : "The last admin cannot get another role",
        next: "Make another person an admin first.",
      },
    });
}
