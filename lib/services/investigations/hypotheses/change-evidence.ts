/** Adds notes as evidence, links evidence to steps and hypotheses, and removes it. */
import type {
  addNoteContract,
  linkEvidenceContract,
  removeEvidenceContract,
} from "@/lib/contracts/investigations/hypotheses";
import { AppError } from "@/lib/model/app-error";
import type { EvidenceItem } from "@/lib/server/db/generated/client";
import type { Handler } from "@/lib/server/handler";
import { changeInvestigation, createRefusalError, type InvestigationChange } from "../change-investigation";
import { removeContent } from "../evidence/remove-content";
import { toLinkKey, type HypothesisLinks } from "./check-links";
import { addEvidenceItem, replaceLinks, type EvidenceLinks } from "./add-evidence-item";
import { readEvidenceItem } from "./evidence-row";

/**
 * Adds a note as evidence. Throws not-found, forbidden and database-unavailable. Throws invalid-input for an unknown
 * hypothesis, and conflict at the maximum number of pieces.
 */
export const addNote: Handler<typeof addNoteContract> = async ({ params, body, principal }) => {
  const request = { principal, number: params.number, changeName: "add-note" };
  const { kind, title, text } = body;
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const id = await addEvidenceItem(write, { kind, title, text, links: body });
    return readEvidenceItem(write.transaction, id);
  });
  return { asOfMs, evidence: value };
};

/**
 * Replaces the links of a piece of evidence to steps and hypotheses. Throws not-found, forbidden, invalid-input and
 * database-unavailable. Throws read-only for a changed link to a hypothesis of an earlier round. Throws conflict for
 * removed evidence, and for links that another person has changed.
 */
export const linkEvidence: Handler<typeof linkEvidenceContract> = async ({ params, body, principal }) => {
  const request = { principal, number: params.number, changeName: "link-evidence" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const item = await findPresentItem(write, params.evidenceId);
    if (body.from !== undefined) await assertLinksUnchanged(write, item.id, body.from);
    if (body.fromSteps !== undefined) await assertStepsUnchanged(write, item.id, body.fromSteps);
    const links = await replaceLinks(write, item.id, body);
    const { number, title } = item;
    await write.recordTimelineEntry({
      kind: "evidence",
      number,
      title,
      action: "linked",
      reason: null,
      ...links,
    });
    return readEvidenceItem(write.transaction, item.id);
  });
  return { asOfMs, evidence: value };
};

/** Throws conflict if another person changed the links after the caller read them. */
async function assertLinksUnchanged(
  { transaction }: InvestigationChange,
  evidenceId: string,
  expected: HypothesisLinks,
): Promise<void> {
  const present = await transaction.hypothesisEvidence.findMany({ where: { evidenceId } });
  const isEqual = present.map(toLinkKey).toSorted().join() === expected.map(toLinkKey).toSorted().join();
  if (!isEqual) throw refuseChangedLinks();
}

/** Throws conflict if another person changed the steps of the round after the caller read them. */
async function assertStepsUnchanged(
  { transaction, row: { round } }: InvestigationChange,
  evidenceId: string,
  expected: readonly string[],
): Promise<void> {
  const present = await transaction.stepEvidence.findMany({ where: { evidenceId, round } });
  const steps = new Set(present.map(({ step }) => step));
  if (steps.symmetricDifference(new Set(expected)).size > 0) throw refuseChangedLinks();
}

function refuseChangedLinks(): AppError {
  return createRefusalError(
    "Another person changed the links. Read them and try again.",
    "The links changed",
  );
}

/**
 * Deletes the content of evidence. Throws not-found, forbidden and database-unavailable. Throws conflict for evidence
 * that is removed already.
 */
export const removeEvidence: Handler<typeof removeEvidenceContract> = async ({ params, body, principal }) => {
  const { reason } = body;
  const request = { principal, number: params.number, changeName: "remove-evidence" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const item = await findPresentItem(write, params.evidenceId);
    const { id, number, title } = item;
    await removeContent(write, item, reason);
    const noLinks: EvidenceLinks = { steps: [], hypotheses: [] };
    await write.recordTimelineEntry({
      kind: "evidence",
      number,
      title,
      action: "removed",
      reason,
      ...noLinks,
    });
    return readEvidenceItem(write.transaction, id);
  });
  return { asOfMs, evidence: value };
};

async function findPresentItem(
  { transaction, row }: InvestigationChange,
  evidenceId: string,
): Promise<EvidenceItem> {
  const item = await transaction.evidenceItem.findUnique({
    where: { id: evidenceId, investigationId: row.id },
  });
  if (item === null) throw new AppError("not-found", "this evidence does not exist");
  if (item.removedAt !== null)
    throw createRefusalError("The evidence was removed.", "The evidence was removed");
  return item;
}
