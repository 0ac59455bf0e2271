/** Lists the public links to reports of an investigation. */
import type { reportLinksContract } from "@/lib/contracts/investigations/reports/report-links";
import { reportLinkLimits } from "@/lib/model/investigation/reports/report-link";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { findInvestigation, canEditInvestigation } from "../../find-investigation";
import { linkColumns, areReportLinksAllowed, toLinkEntry } from "./link-row";

/** Returns the links, newest first. Throws not-found and database-unavailable. */
export const listReportLinks: Handler<typeof reportLinksContract> = async ({ params, principal }) => {
  const { row, isAllowed, links } = await readRows(async (database) => {
    const found = await findInvestigation(database, params.number, principal);
    return {
      row: found,
      isAllowed: await areReportLinksAllowed(database),
      links: await database.reportLink.findMany({
        where: { investigationId: found.id },
        select: linkColumns,
        orderBy: { createdAt: "desc" },
        take: reportLinkLimits.maxListed,
      }),
    };
  });
  const asOfMs = nowMs();
  return {
    asOfMs,
    isAllowed,
    canEdit: principal.kind === "person" && canEditInvestigation(principal, row),
    links: links.map((link) => toLinkEntry(link, { asOfMs, isAllowed })),
  };
};
