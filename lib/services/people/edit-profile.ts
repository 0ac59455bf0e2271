/** Changes the name, the time zone and the theme of the caller. */
import type { editProfileContract, editThemeContract } from "@/lib/contracts/people/profile";
import { AppError } from "@/lib/model/app-error";
import type { Person } from "@/lib/server/db/generated/client";
import type { Handler } from "@/lib/server/handler";
import type { Principal } from "@/lib/server/principal";
import { assertVersion } from "@/lib/server/route";
import { cacheAuthorName } from "@/lib/server/sessions/author-names";
import { requireUniquePersonName } from "@/lib/server/sessions/unique-person-name";
import { writeChange } from "@/lib/server/with-change";
import { describePerson } from "./describe-person";

/**
 * Changes the profile of the caller. Throws conflict if the caller is not a person or the name is in use. Throws
 * precondition-failed for another version, and database-unavailable.
 */
export const editProfile: Handler<typeof editProfileContract> = async ({
  body: { name, timeZone },
  principal,
  expectedVersion,
}) => {
  assertHasProfile(principal);
  const person = await writeChange(principal, "edit-profile", async (transaction) => {
    const [stored] = await transaction.$queryRaw<readonly Pick<Person, "version" | "name">[]>`
      select version, name from people where id = ${principal.id}::uuid and state = 'active' for update`;
    if (stored === undefined) throw new AppError("sign-in-required", "this person was removed");
    assertVersion(String(stored.version), expectedVersion);
    if (name !== stored.name) await requireUniquePersonName(transaction, name, principal.id);
    return describePerson(
      await transaction.person.update({
        where: { id: principal.id },
        data: { name, timeZone, version: { increment: 1 } },
      }),
    );
  });
  cacheAuthorName(person.id, person.name);
  return { person };
};

/** Stores the colour theme of the caller. Throws conflict if the caller is not a person, and database-unavailable. */
export const editTheme: Handler<typeof editThemeContract> = async ({ body: { theme }, principal }) => {
  assertHasProfile(principal);
  await writeChange(principal, "edit-theme", async (transaction) => {
    await transaction.person.updateMany({
      where: { id: principal.id, theme: { not: theme } },
      data: { theme },
    });
    return null;
  });
  return { theme };
};

/** Throws conflict for a caller without a profile: every caller who is not a person, and visitors of the demo. */
export function assertHasProfile({ kind, isDemoVisitor }: Principal): void {
  if (kind !== "person" || isDemoVisitor === true)
    throw new AppError("conflict", "a profile belongs to a person who signed in", {
      userMessage: {
        title: "You are not signed in as a person, so there is no profile to edit",
        next:
          isDemoVisitor === true
            ? "All visitors of the demo share one account, so it has no profile."
            : "Add the first admin with the setup link that npm start prints, and sign in.",
      },
    });
}
