/** Reads the template with which a person opens an investigation, and prefills the steps. */
import { AppError } from "@/lib/model/app-error";
import { templateDocument, type TemplateDocument } from "@/lib/model/investigation/template";
import { stepIds, type StepId } from "@/lib/model/investigation/step-ids";
import type { TeamCaller } from "@/lib/server/access/team-rights";
import type { Transaction } from "@/lib/server/with-change";
import type { StepContent } from "../steps/step-records";
import { findTemplate } from "./template-row";

/** Template with which an investigation is opened. */
export interface AppliedTemplate {
  readonly name: string;
  readonly teamId: string | null;
  readonly document: TemplateDocument;
}

/**
 * Returns the template with this id, or null if `templateId` is null. Throws invalid-input for a deleted template and
 * for a template of another team.
 */
export async function readTemplate(
  transaction: Pick<Transaction, "investigationTemplate">,
  templateId: string | null,
  caller: TeamCaller,
): Promise<AppliedTemplate | null> {
  if (templateId === null) return null;
  const row = await findTemplate(transaction, templateId, caller);
  if (row === null) {
    const detail =
      "This template does not exist. It may have been deleted. Choose another template, or none.";
    throw new AppError("invalid-input", detail, { errors: [{ pointer: "#/templateId", detail }] });
  }
  return { name: row.name, teamId: row.teamId, document: templateDocument.parse(row.document) };
}

/** Returns the contents of the steps of a new investigation. Ids of added items are unique in their step. */
export function toStepContents({ steps }: TemplateDocument): ReadonlyMap<StepId, StepContent> {
  return new Map(
    stepIds.flatMap((step) => {
      const content = steps[step];
      if (content === undefined) return [];
      const addedItems = content.items.map((text, index) => ({ id: `template-${index + 1}`, text }));
      return [[step, { answers: content.answers, addedItems }] as const];
    }),
  );
}
