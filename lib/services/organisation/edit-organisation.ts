/** Changes the settings of the organisation. */
import type { editOrganisationContract } from "@/lib/contracts/organisation";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import { writeChange } from "@/lib/server/with-change";
import { cacheOrganisation } from "./read-organisation";

/** Throws precondition-failed for another version, and database-unavailable. */
export const editOrganisation: Handler<typeof editOrganisationContract> = async ({
  body: { timeZone },
  principal,
  expectedVersion,
}) => {
  const asOfMs = nowMs();
  const change = { timeZone, author: principal.id, updatedAt: new Date(asOfMs) };
  const stored = await writeChange(principal, "edit-organisation", async (transaction) => {
    // Two first edits must not both create the row.
    await transaction.$executeRaw`lock table organisations in share row exclusive mode`;
    const row = await transaction.organisation.findUnique({ where: { id: 1 } });
    assertVersion(String(row?.version ?? 0), expectedVersion);
    const { version } = await transaction.organisation.upsert({
      where: { id: 1 },
      create: { ...change, version: 1 },
      update: { ...change, version: { increment: 1 } },
    });
    return { timeZone, version };
  });
  cacheOrganisation(stored);
  return { asOfMs, ...stored };
};
