/** Reads evidence with its links. */
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { evidenceKinds } from "@/lib/model/investigation/evidence";
import type { Prisma } from "@/lib/server/db/generated/client";
import { authorName } from "@/lib/server/sessions/author-names";
import type { Transaction } from "@/lib/server/with-change";
import { parseStep } from "../investigation-row";
import { parseDirection, parseWeight } from "./hypothesis-row";

const includeLinks = {
  steps: true,
  hypotheses: {
    orderBy: { hypothesis: { number: "asc" } },
    include: { hypothesis: { select: { number: true } } },
  },
} satisfies Prisma.EvidenceItemInclude;

type EvidenceRow = Prisma.EvidenceItemGetPayload<{ include: typeof includeLinks }>;

/** Returns the evidence of an investigation by number, with the removed pieces. */
export async function readEvidence(
  database: Pick<Transaction, "evidenceItem">,
  investigationId: string,
): Promise<EvidenceEntry[]> {
  const rows = await database.evidenceItem.findMany({
    where: { investigationId },
    orderBy: { number: "asc" },
    include: includeLinks,
  });
  return rows.map(toEvidence);
}

/** Returns one piece of evidence. */
export async function readEvidenceItem(
  database: Pick<Transaction, "evidenceItem">,
  id: string,
): Promise<EvidenceEntry> {
  const where = { id };
  return toEvidence(await database.evidenceItem.findUniqueOrThrow({ where, include: includeLinks }));
}

function toEvidence(row: EvidenceRow): EvidenceEntry {
  const { removedAt, removedBy, removalReason } = row;
  return {
    id: row.id,
    number: row.number,
    kind: evidenceKinds.find((kind) => kind === row.kind) ?? "note",
    title: row.title,
    text: row.text,
    steps: row.steps.map(({ round, step }) => ({ round, step: parseStep(step) })),
    hypotheses: row.hypotheses.map(({ hypothesisId, hypothesis, direction, weight }) => ({
      hypothesisId,
      number: hypothesis.number,
      direction: parseDirection(direction),
      weight: parseWeight(weight),
    })),
    author: authorName(row.author),
    createdAtMs: row.createdAt.getTime(),
    removal:
      removedAt === null
        ? null
        : { reason: removalReason ?? "", author: authorName(removedBy ?? ""), atMs: removedAt.getTime() },
  };
}
