/** Handler of the list of templates that the caller may use. */
import type { templatesContract } from "@/lib/contracts/investigations/templates";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { canEditInvestigation } from "../find-investigation";
import { includeTeam, readableTemplates, toTemplate } from "./template-row";

/** Returns the templates that the caller may use. Throws database-unavailable. */
export const listTemplates: Handler<typeof templatesContract> = async ({ principal }) => {
  const rows = await readRows((database) =>
    database.investigationTemplate.findMany({
      where: readableTemplates(principal),
      orderBy: [{ name: "asc" }, { id: "asc" }],
      include: includeTeam,
    }),
  );
  return {
    asOfMs: nowMs(),
    canCreate: canEditInvestigation(principal, { teamId: null }),
    templates: rows.map((row) => toTemplate(row, principal)),
  };
};
