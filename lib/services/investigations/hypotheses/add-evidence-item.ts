/** Adds a piece of evidence with its links and its entry in the timeline. */
import type { linkEvidenceContract } from "@/lib/contracts/investigations/hypotheses";
import type { evidenceKinds } from "@/lib/model/investigation/evidence";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import type { TimelinePayload } from "@/lib/model/investigation/timeline-payload";
import type { HandlerInput } from "@/lib/server/handler";
import { assertEarlierLinksUnchanged } from "./check-links";
import { createInputError, createRefusalError, type InvestigationChange } from "../change-investigation";

type Links = Pick<HandlerInput<typeof linkEvidenceContract>["body"], "steps" | "hypotheses">;

/** Steps and hypotheses to which a piece of evidence is linked. */
export type EvidenceLinks = Pick<Extract<TimelinePayload, { kind: "evidence" }>, "steps" | "hypotheses">;

interface NewEvidence {
  readonly kind: (typeof evidenceKinds)[number];
  readonly title: string;
  readonly text: string | null;
  readonly links: Links;
  /** True if the text of prompts and completions is stored. False if absent. */
  readonly includesPromptText?: boolean;
}

/**
 * Adds a piece of evidence with its links, and returns its id. Throws conflict at the maximum number of pieces, and
 * invalid-input for an unknown hypothesis.
 */
export async function addEvidenceItem(
  write: InvestigationChange,
  { kind, title, text, links, includesPromptText = false }: NewEvidence,
): Promise<string> {
  const { transaction, row, asOf, principal } = write;
  const last = await transaction.evidenceItem.aggregate({
    where: { investigationId: row.id },
    _max: { number: true },
  });
  const number = (last._max.number ?? 0) + 1;
  if (number > investigationLimits.maxEvidence)
    throw createRefusalError(
      `The investigation has ${investigationLimits.maxEvidence} pieces of evidence, which is the limit.`,
      "There is too much evidence",
    );
  const { id } = await transaction.evidenceItem.create({
    data: { investigationId: row.id, number, kind, title, text, author: principal.id, createdAt: asOf },
    select: { id: true },
  });
  const added = await replaceLinks(write, id, links);
  await write.recordTimelineEntry({
    kind: "evidence",
    number,
    title,
    action: "added",
    reason: null,
    ...added,
    ...(includesPromptText ? { includesPromptText: true as const } : {}),
  });
  return id;
}

/**
 * Replaces the links of evidence to hypotheses and to steps of the current round. Links to steps of earlier
 * rounds stay. Throws invalid-input for a hypothesis of another investigation. Throws read-only if a link to a
 * hypothesis of an earlier round would be added, changed or removed.
 */
export async function replaceLinks(
  write: InvestigationChange,
  evidenceId: string,
  { steps, hypotheses }: Links,
): Promise<EvidenceLinks> {
  const { transaction, row } = write;
  const { round, id: investigationId } = row;
  const ids = hypotheses.map(({ hypothesisId }) => hypothesisId);
  const found = await transaction.hypothesis.findMany({
    where: { investigationId, id: { in: ids } },
    select: { id: true, number: true },
  });
  if (found.length !== ids.length)
    throw createInputError(
      "A hypothesis does not exist, or is linked twice. Reload the page and choose the hypotheses again.",
      "The evidence was not linked",
    );
  await assertEarlierLinksUnchanged(write, evidenceId, hypotheses);
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
