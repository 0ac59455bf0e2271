/** Lists links of wall displays: the links of the caller, or for an admin the links of all people. */
import type { displaysContract } from "@/lib/contracts/people/displays";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { displayColumns, createDisplayFilter, toDisplayEntry } from "./display-row";

const maxListed = 200;

/** Returns the links of wall displays that the caller may see. Throws database-unavailable. */
export const listDisplays: Handler<typeof displaysContract> = async ({ principal }) => {
  const rows = await readRows((database) =>
    database.display.findMany({
      where: createDisplayFilter(principal),
      select: displayColumns,
      orderBy: { createdAt: "desc" },
      take: maxListed,
    }),
  );
  const asOfMs = nowMs();
  return { asOfMs, displays: rows.map((row) => toDisplayEntry(row, asOfMs)) };
};
