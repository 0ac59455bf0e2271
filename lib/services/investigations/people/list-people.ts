/** Lists the people who can own an investigation, participate in it, or be mentioned. */
import type { investigationPeopleContract } from "@/lib/contracts/investigations/people";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";

const maxListed = 1_000;

/** Returns the people who can own an investigation, participate in it, or be mentioned. Throws database-unavailable. */
export const listInvestigationPeople: Handler<typeof investigationPeopleContract> = async () => {
  const people = await readRows((database) =>
    database.person.findMany({
      where: { kind: "person", state: "active" },
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: maxListed + 1,
      select: { id: true, name: true },
    }),
  );
  const listed = people.slice(0, maxListed);
  const teams = await readTeams(listed.filter(({ name }, index) => isShared(listed, name, index)));
  return {
    asOfMs: nowMs(),
    people: listed.map(({ id, name }) => ({ id, name, label: toLabel(name, teams.get(id)) })),
    isTruncated: people.length > maxListed,
  };
};

interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

/** Returns whether a neighbour in the list, which is sorted by name, has the same name. */
function isShared(people: readonly NamedPerson[], name: string, index: number): boolean {
  return people[index - 1]?.name === name || people[index + 1]?.name === name;
}

/** Returns the names of the teams by the id of the person. */
async function readTeams(people: readonly NamedPerson[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (people.length === 0) return new Map();
  const rows = await readRows((database) =>
    database.person.findMany({
      where: { id: { in: people.map(({ id }) => id) } },
      select: { id: true, members: { select: { team: { select: { name: true } } } } },
    }),
  );
  return new Map(rows.map(({ id, members }) => [id, members.map(({ team }) => team.name).toSorted()]));
}

function toLabel(name: string, teams: readonly string[] | undefined): string {
  if (teams === undefined) return name;
  return `${name} (${teams.length === 0 ? "no team" : teams.join(", ")})`;
}
