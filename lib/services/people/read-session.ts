/** Describes the caller. */
import type { sessionContract, SessionResponse } from "@/lib/contracts/people/session";
import { AppError } from "@/lib/model/app-error";
import { readRows } from "@/lib/server/db/read-rows";
import type { Person } from "@/lib/server/db/generated/client";
import type { Handler } from "@/lib/server/handler";
import type { Principal } from "@/lib/server/principal";
import { getCallerCache } from "@/lib/server/sessions/caller-cache";
import { describePerson } from "./describe-person";

/**
 * Returns the caller and the rights of the session. Throws sign-in-required if the person was just removed, and
 * database-unavailable.
 */
export const getSession: Handler<typeof sessionContract> = async ({ principal }) => {
  const signInKind = findSignInKind(principal);
  if (principal.kind === "operator") return { person: null, demoVisitorName: null, signInKind };
  // Every page shows the person, so the last copy is used while PostgreSQL does not respond.
  const person = await getCallerCache<Person>("described-people").find(principal.id, {
    allowsOutage: true,
    isSufficient: () => false,
    read: async () =>
      (await readRows((database) => database.person.findUnique({ where: { id: principal.id } }))) ??
      undefined,
  });
  if (person === undefined) throw new AppError("sign-in-required", "this person was removed");
  // All visitors of the demo share this account, so it has no profile.
  if (principal.isDemoVisitor === true) return { person: null, demoVisitorName: person.name, signInKind };
  return { person: describePerson(person), demoVisitorName: null, signInKind };
};

/** Returns how the caller signs in. */
export function findSignInKind({ kind, session, isDemoVisitor }: Principal): SessionResponse["signInKind"] {
  if (kind === "operator") return "none";
  if (isDemoVisitor === true) return "demo";
  if (session !== undefined) return "session";
  return kind === "person" ? "proxy" : "token";
}
