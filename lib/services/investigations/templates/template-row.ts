/** Finds templates that a caller may read, and converts them from database rows. */
import type { TemplateEntry } from "@/lib/contracts/investigations/templates";
import { AppError } from "@/lib/model/app-error";
import { templateDocument } from "@/lib/model/investigation/template";
import { isInTeam, type TeamCaller } from "@/lib/server/access/team-rights";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Principal } from "@/lib/server/principal";
import { findAuthorName, createCallerFlag } from "@/lib/server/sessions/author-names";
import type { Transaction } from "@/lib/server/with-change";
import { canEditInvestigation } from "../find-investigation";

/** Relations that are read with a template. */
export const includeTeam = { team: { select: { id: true, name: true } } } as const;

/** Template as stored in the database, with its team. */
export type TemplateRow = Prisma.InvestigationTemplateGetPayload<{ include: typeof includeTeam }>;

/** Selects the templates without a team, and those of the caller's teams. */
export function readableTemplates({ role, teamIds }: TeamCaller): Prisma.InvestigationTemplateWhereInput {
  return role === "admin" ? {} : { OR: [{ teamId: null }, { teamId: { in: [...teamIds] } }] };
}

/** Returns the template with this id. Null for an unknown template and for a template of another team. */
export async function findTemplate(
  database: Pick<Transaction, "investigationTemplate">,
  id: string,
  caller: TeamCaller,
): Promise<TemplateRow | null> {
  const row = await database.investigationTemplate.findUnique({ where: { id }, include: includeTeam });
  return row === null || (row.teamId !== null && !isInTeam(caller, row.teamId)) ? null : row;
}

/**
 * Returns the template and locks its row until the transaction ends. Throws not-found for an unknown template, and for
 * a template of another team.
 */
export async function lockTemplate(
  transaction: Transaction,
  id: string,
  caller: TeamCaller,
): Promise<TemplateRow> {
  await transaction.$queryRaw`select 1 from investigation_templates where id = ${id}::uuid for update`;
  const row = await findTemplate(transaction, id, caller);
  if (row === null) throw new AppError("not-found", "this template does not exist");
  return row;
}

/** Returns a template with the rights of the caller. */
export function toTemplate(row: TemplateRow, caller: Principal): TemplateEntry {
  return {
    ...templateDocument.parse(row.document),
    id: row.id,
    name: row.name,
    team: row.team,
    canEdit: canEditInvestigation(caller, row),
    author: findAuthorName(row.author),
    lastSave:
      row.editor === null
        ? null
        : {
            author: findAuthorName(row.editor),
            ...createCallerFlag(row.editor, caller.id),
            atMs: row.updatedAt.getTime(),
          },
    version: row.version,
  };
}
