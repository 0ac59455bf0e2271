/** Reads evidence with its links. */
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { evidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { answerStates, evidenceKinds } from "@/lib/model/investigation/evidence";
import { fileFormats } from "@/lib/model/investigation/evidence-file";
import type { Prisma } from "@/lib/server/db/generated/client";
import { systemPrincipal } from "@/lib/server/principal";
import { authorName } from "@/lib/server/sessions/author-names";
import type { Transaction } from "@/lib/server/with-change";
import { parseStep } from "../investigation-row";
import { parseDirection, parseWeight } from "./hypothesis-row";

/** Data and contents are read separately, because they are large. */
const includeLinks = {
  answer: { omit: { data: true, reader: true } },
  file: { omit: { content: true } },
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
  const firstByHash = new Map<string, number>();
  return rows.map((row) => {
    const hash = row.file?.contentHash;
    const sameAs = hash === undefined ? undefined : firstByHash.get(hash);
    if (hash !== undefined && sameAs === undefined) firstByHash.set(hash, row.number);
    return toEvidence(row, sameAs ?? null);
  });
}

/** Returns the piece of evidence with this id, with its links. */
export async function readEvidenceItem(
  database: Pick<Transaction, "evidenceItem">,
  id: string,
): Promise<EvidenceEntry> {
  const where = { id };
  const row = await database.evidenceItem.findUniqueOrThrow({ where, include: includeLinks });
  const { file, investigationId, number } = row;
  if (file === null) return toEvidence(row, null);
  const { contentHash } = file;
  const same = await database.evidenceItem.findFirst({
    where: { investigationId, number: { lt: number }, file: { contentHash } },
    orderBy: { number: "asc" },
    select: { number: true },
  });
  return toEvidence(row, same?.number ?? null);
}

/** `sameAs` is the number of the first earlier piece with the same file. */
function toEvidence(row: EvidenceRow, sameAs: number | null): EvidenceEntry {
  const { removedAt, removedBy, removalReason, removedHash } = row;
  return {
    id: row.id,
    number: row.number,
    kind: evidenceKinds.find((kind) => kind === row.kind) ?? "note",
    title: row.title,
    text: row.text,
    answer: row.answer === null ? null : toAnswer(row.answer),
    file: row.file === null ? null : { ...toFile(row.file), sameAs },
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
        : {
            reason: removalReason ?? "",
            author: authorName(removedBy ?? ""),
            isAutomatic: removedBy === systemPrincipal.id,
            atMs: removedAt.getTime(),
            contentHash: removedHash,
          },
  };
}

function toFile({ widthPx, heightPx, ...row }: NonNullable<EvidenceRow["file"]>) {
  return {
    fileName: row.fileName,
    format: fileFormats.find((format) => format === row.format) ?? "text",
    byteCount: row.byteCount,
    contentHash: row.contentHash,
    imageSize: widthPx === null || heightPx === null ? null : { widthPx, heightPx },
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
