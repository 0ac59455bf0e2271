/** Describes the caller. */
import type { sessionContract } from "@/lib/contracts/people/session";
import { AppError } from "@/lib/model/app-error";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { describePerson } from "./describe-person";

/**
 * Returns the caller and the rights of the session. Throws sign-in-required if the person was just removed, and
 * database-unavailable.
 */
export const getSession: Handler<typeof sessionContract> = async ({ principal }) => {
  if (principal.kind === "operator") return { person: null, demoVisitorName: null };
  const person = await readRows((database) => database.person.findUnique({ where: { id: principal.id } }));
  if (person === null) throw new AppError("sign-in-required", "this person was removed");
  // All visitors of the demo share this person, so none of them has a profile.
  if (principal.isDemoVisitor === true) return { person: null, demoVisitorName: person.name };
  return { person: describePerson(person), demoVisitorName: null };
};
