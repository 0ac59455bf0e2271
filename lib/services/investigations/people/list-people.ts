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
  return { asOfMs: nowMs(), people: people.slice(0, maxListed), isTruncated: people.length > maxListed };
};
