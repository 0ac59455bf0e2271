/** Creates, edits and deletes templates of investigations. */
import type {
  createTemplateContract,
  deleteTemplateContract,
  editTemplateContract,
} from "@/lib/contracts/investigations/templates";
import { AppError } from "@/lib/model/app-error";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { requireAssignableTeam } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { createRefusalError } from "../change-investigation";
import { includeTeam, lockTemplate, toTemplate } from "./template-row";

type Content = HandlerInput<typeof createTemplateContract>["body"];

/**
 * Creates a template. Throws forbidden for another team, and database-unavailable. Throws invalid-input for an unknown team
 * and for a name that the team already uses. Throws conflict at the maximum number of templates.
 */
export const createTemplate: Handler<typeof createTemplateContract> = async ({ body, principal }) => {
  const asOf = new Date(nowMs());
  const template = await writeChange(principal, "create-template", async (transaction) => {
    await requireAssignableTeam(transaction, principal, body.teamId);
    await assertFreeName(transaction, body, null);
    await assertBelowLimit(transaction, body);
    const row = await transaction.investigationTemplate.create({
      data: {
        ...toColumns(body),
        author: principal.id,
        editor: principal.id,
        createdAt: asOf,
        updatedAt: asOf,
      },
      include: includeTeam,
    });
    return toTemplate(row, principal);
  });
  return { asOfMs: asOf.getTime(), template };
};

/**
 * Replaces the content of a template. Throws not-found for an unknown template and for a template of another team. Throws
 * precondition-failed for another version, and forbidden for a new team of which the caller is not a member. Throws
 * invalid-input and conflict for the same reasons as a creation, and database-unavailable.
 */
export const editTemplate: Handler<typeof editTemplateContract> = async ({
  params: { templateId },
  body,
  principal,
  expectedVersion,
}) => {
  const asOf = new Date(nowMs());
  const template = await writeChange(principal, "edit-template", async (transaction) => {
    const present = await lockTemplate(transaction, templateId, principal);
    assertVersion(String(present.version), expectedVersion);
    if (body.teamId !== present.teamId) {
      await requireAssignableTeam(transaction, principal, body.teamId);
      await assertBelowLimit(transaction, body);
    }
    await assertFreeName(transaction, body, templateId);
    const row = await transaction.investigationTemplate.update({
      where: { id: templateId },
      data: { ...toColumns(body), editor: principal.id, updatedAt: asOf, version: { increment: 1 } },
      include: includeTeam,
    });
    return toTemplate(row, principal);
  });
  return { asOfMs: asOf.getTime(), template };
};

/**
 * Deletes a template. Throws not-found for an unknown template and for a template of another team. Throws
 * precondition-failed for another version, and database-unavailable.
 */
export const deleteTemplate: Handler<typeof deleteTemplateContract> = async ({
  params: { templateId },
  principal,
  expectedVersion,
}) => {
  await writeChange(principal, "delete-template", async (transaction) => {
    const { version } = await lockTemplate(transaction, templateId, principal);
    assertVersion(String(version), expectedVersion);
    await transaction.investigationTemplate.delete({ where: { id: templateId } });
    return null;
  });
  return { deletedId: templateId };
};

function toColumns({ name, teamId, title, severity, tags, goal, steps }: Content) {
  const document: Prisma.InputJsonObject = JSON.parse(JSON.stringify({ title, severity, tags, goal, steps }));
  return { name, teamId, document };
}

/**
 * Throws invalid-input if another template of the team has the name, because lists of templates show only names. The lock
 * makes other writers wait, so that two of them cannot choose the same name.
 */
async function assertFreeName(
  transaction: Pick<Transaction, "investigationTemplate" | "$executeRaw">,
  { name, teamId }: Pick<Content, "name" | "teamId">,
  ownId: string | null,
): Promise<void> {
  await transaction.$executeRaw`lock table investigation_templates in share row exclusive mode`;
  const count = await transaction.investigationTemplate.count({
    where: {
      teamId,
      name: { equals: name, mode: "insensitive" },
      ...(ownId === null ? {} : { id: { not: ownId } }),
    },
  });
  if (count === 0) return;
  const detail = "Another template has this name. Choose a different name.";
  throw new AppError("invalid-input", detail, { errors: [{ pointer: "#/name", detail }] });
}

async function assertBelowLimit(
  transaction: Pick<Transaction, "investigationTemplate">,
  { teamId }: Pick<Content, "teamId">,
): Promise<void> {
  const { maxTemplates } = investigationLimits;
  if ((await transaction.investigationTemplate.count({ where: { teamId } })) >= maxTemplates)
    throw createRefusalError(
      `There are ${maxTemplates} templates, which is the limit. Delete a template first.`,
      "There are too many templates",
    );
}
