/** Reads the person of a request without a session: a trusted proxy or the demo identifies them. */
import type { Role } from "@/lib/model/person";
import { parsePersonRole } from "../access/roles";
import { getDatabase } from "../db/client";
import { toDatabaseError } from "../db/failure";

/** Person who has not been removed, with role and teams. */
export interface ActivePerson {
  readonly id: string;
  readonly role: Role;
  readonly teamIds: readonly string[];
}

/**
 * Reads an active person by id or e-mail address. Undefined if there is none. Throws database-unavailable.
 */
export async function readActivePerson(
  key: { readonly id: string } | { readonly email: string },
): Promise<ActivePerson | undefined> {
  try {
    const row = await getDatabase().person.findUnique({
      where: { ...key, state: "active" },
      select: { id: true, role: true, members: { select: { teamId: true } } },
    });
    if (row === null) return undefined;
    return { id: row.id, role: parsePersonRole(row.role), teamIds: row.members.map(({ teamId }) => teamId) };
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond, so your sign-in cannot be checked");
  }
}
