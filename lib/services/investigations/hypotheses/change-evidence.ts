/** Adds notes as evidence, links evidence to steps and hypotheses, and removes it. */
import type {
  addNoteContract,
  linkEvidenceContract,
  removeEvidenceContract,
} from "@/lib/contracts/investigations/hypotheses";
import { AppError } from "@/lib/model/app-error";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import type { TimelinePayload } from "@/lib/model/investigation/timeline-payload";
import type { EvidenceItem } from "@/lib/server/db/generated/client";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import { changeInvestigation, createRefusal, type InvestigationWrite } from "../change-investigation";
import { readEvidenceItem } from "./evidence-row";

type Links = HandlerInput<typeof linkEvidenceContract>["body"];
type EvidenceLinks = Pick<Extract<TimelinePayload, { kind: "evidence" }>, "steps" | "hypotheses">;

/** Throws not-found, forbidden, invalid-input for an unknown hypothesis, conflict at the limit, database-unavailable. */
export const addNote: Handler<typeof addNoteContract> = async ({ params, body, principal }) => {
  const request = { principal, number: params.number, changeName: "add-note" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row, asOf } = write;
    const last = await transaction.evidenceItem.aggregate({
      where: { investigationId: row.id },
      _max: { number: true },
    });
    const number = (last._max.number ?? 0) + 1;
    if (number > investigationLimits.maxEvidence)
      throw createRefusal(
        `The investigation has ${investigationLimits.maxEvidence} pieces of evidence, which is the limit.`,
        "There is too much evidence",
      );
    const { kind, title, text } = body;
    const item = await transaction.evidenceItem.create({
      data: {
        investigationId: row.id,
        number,
        kind,
        title,
        text,
        author: principal.id,
        createdAt: asOf,
      },
    });
    const links = await replaceLinks(write, item, body);
    await write.record({ kind: "evidence", number, title, action: "added", reason: null, ...links });
    return readEvidenceItem(transaction, item.id);
  });
  return { asOfMs, evidence: value };
};

/** Throws not-found, forbidden, conflict for removed evidence, invalid-input, and database-unavailable. */
export const linkEvidence: Handler<typeof linkEvidenceContract> = async ({ params, body, principal }) => {
  const request = { principal, number: params.number, changeName: "link-evidence" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const item = await findPresentItem(write, params.evidenceId);
    const links = await replaceLinks(write, item, body);
    const { number, title } = item;
    await write.record({ kind: "evidence", number, title, action: "linked", reason: null, ...links });
    return readEvidenceItem(write.transaction, item.id);
  });
  return { asOfMs, evidence: value };
};

/** Deletes the content. Throws not-found, forbidden, conflict for removed evidence, and database-unavailable. */
export const removeEvidence: Handler<typeof removeEvidenceContract> = async ({ params, body, principal }) => {
  const { reason } = body;
  const request = { principal, number: params.number, changeName: "remove-evidence" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, asOf } = write;
    const { id, number, title } = await findPresentItem(write, params.evidenceId);
    await transaction.evidenceItem.update({
      where: { id },
      data: { text: null, removedAt: asOf, removedBy: principal.id, removalReason: reason },
    });
    const noLinks: EvidenceLinks = { steps: [], hypotheses: [] };
    await write.record({ kind: "evidence", number, title, action: "removed", reason, ...noLinks });
    return readEvidenceItem(transaction, id);
  });
  return { asOfMs, evidence: value };
};

async function findPresentItem(
  { transaction, row }: InvestigationWrite,
  evidenceId: string,
): Promise<EvidenceItem> {
  const item = await transaction.evidenceItem.findUnique({
    where: { id: evidenceId, investigationId: row.id },
  });
  if (item === null) throw new AppError("not-found", "this evidence does not exist");
  if (item.removedAt !== null) throw createRefusal("The evidence was removed.", "The evidence was removed");
  return item;
}

/** Keeps links to steps of earlier rounds. Throws invalid-input for a hypothesis of another investigation. */
async function replaceLinks(
  { transaction, row }: InvestigationWrite,
  { id: evidenceId }: EvidenceItem,
  { steps, hypotheses }: Pick<Links, "steps" | "hypotheses">,
): Promise<EvidenceLinks> {
  const { round, id: investigationId } = row;
  const ids = hypotheses.map(({ hypothesisId }) => hypothesisId);
  const found = await transaction.hypothesis.findMany({
    where: { investigationId, id: { in: ids } },
    select: { id: true, number: true },
  });
  if (found.length !== ids.length)
    throw new AppError("invalid-input", "A hypothesis does not exist, or is linked twice.");
  const uniqueSteps = [...new Set(steps)];
  await transaction.stepEvidence.deleteMany({ where: { evidenceId, round } });
  await transaction.stepEvidence.createMany({
    data: uniqueSteps.map((step) => ({ evidenceId, round, step })),
  });
  await transaction.hypothesisEvidence.deleteMany({ where: { evidenceId } });
  await transaction.hypothesisEvidence.createMany({
    data: hypotheses.map((link) => ({ evidenceId, ...link })),
  });
  const numberOf = new Map(found.map(({ id, number }) => [id, number]));
  return {
    steps: uniqueSteps,
    hypotheses: hypotheses.flatMap(({ hypothesisId, direction, weight }) => {
      const hypothesis = numberOf.get(hypothesisId);
      return hypothesis === undefined ? [] : [{ hypothesis, direction, weight }];
    }),
  };
}
