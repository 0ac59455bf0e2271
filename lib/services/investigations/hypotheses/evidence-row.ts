/** Reads evidence with its links. */
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { evidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { answerStates, evidenceKinds } from "@/lib/model/investigation/evidence";
import type { Prisma } from "@/lib/server/db/generated/client";
import { authorName } from "@/lib/server/sessions/author-names";
import type { Transaction } from "@/lib/server/with-change";
import { parseStep } from "../investigation-row";
import { parseDirection, parseWeight } from "./hypothesis-row";

/** The data is read separately, because it is large. */
const includeLinks = {
  answer: { omit: { data: true, reader: true } },
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
    answer: row.answer === null ? null : toAnswer(row.answer),
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

function toAnswer({ readAt, startAt, endAt, ...row }: NonNullable<EvidenceRow["answer"]>) {
  return {
    question: evidenceQuestion.parse(row.question),
    state: answerStates.find((state) => state === row.state) ?? "failed",
    message: row.message,
    window:
      startAt === null || endAt === null ? null : { startMs: startAt.getTime(), endMs: endAt.getTime() },
    readAtMs: readAt?.getTime() ?? null,
    byteCount: row.byteCount,
    contentHash: row.contentHash,
    formatVersion: row.formatVersion,
    productVersion: row.productVersion,
  };
}
