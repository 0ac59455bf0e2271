/** Lists the people who may sign in, and the links that can still be used. */
import type { PeopleResponse, peopleContract } from "@/lib/contracts/people/people";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import { parsePersonRole } from "@/lib/server/access/roles";
import type { Invitation, Person, SecondFactor, Session, Team } from "@/lib/server/db/generated/client";
import type { Handler } from "@/lib/server/handler";
import { isSecondFactorEnabled } from "./second-factor/consume-code";

type ListedPerson = PeopleResponse["people"][number];
type ListedInvitation = PeopleResponse["invitations"][number];

/** Returns all people of the organisation. Throws database-unavailable. */
export const listPeople: Handler<typeof peopleContract> = async () => {
  const asOfMs = nowMs();
  const [people, invitations] = await readRows((database) =>
    Promise.all([
      database.person.findMany({
        where: { kind: "person", state: "active" },
        include: { sessions: { orderBy: { usedAt: "desc" }, take: 1 }, secondFactor: true },
        orderBy: [{ name: "asc" }, { id: "asc" }],
      }),
      database.invitation.findMany({
        where: { usedAt: null, expiresAt: { gt: new Date(asOfMs) }, purpose: { not: "setup" } },
        include: { person: true, team: true },
        orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      }),
    ]),
  );
  return { asOfMs, people: people.map(toListedPerson), invitations: invitations.map(toListedInvitation) };
};

/**
 * Converts the database row of a person, with sessions and second factor, into an entry of the list of
 * people.
 */
export function toListedPerson(
  row: Person & {
    readonly sessions: readonly Pick<Session, "usedAt">[];
    readonly secondFactor: SecondFactor | null;
  },
): ListedPerson {
  const { id, name, email, role, version, sessions, secondFactor } = row;
  return {
    id,
    name,
    email: email ?? "",
    role: parsePersonRole(role),
    hasSecondFactor: isSecondFactorEnabled(secondFactor),
    lastUsedAtMs: sessions[0]?.usedAt.getTime() ?? null,
    version,
  };
}

/** Converts the database row of an invitation into an entry of the list of people. */
export function toListedInvitation(
  row: Invitation & { readonly person: Person | null; readonly team: Team | null },
): ListedInvitation {
  return {
    id: row.id,
    purpose: row.purpose === "reset" ? "reset" : "invite",
    role: row.role === null ? null : parsePersonRole(row.role),
    email: row.email,
    teamName: row.team?.name ?? null,
    personName: row.person?.name ?? null,
    expiresAtMs: row.expiresAt.getTime(),
  };
}
