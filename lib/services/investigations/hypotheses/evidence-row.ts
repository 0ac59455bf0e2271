/** Reads evidence with its links. */
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { evidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { answerStates, evidenceKinds } from "@/lib/model/investigation/evidence";
import { fileFormats } from "@/lib/model/investigation/evidence-file";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import type { Prisma } from "@/lib/server/db/generated/client";
import { systemPrincipal } from "@/lib/server/principal";
import { findAuthorName } from "@/lib/server/sessions/author-names";
import type { Transaction } from "@/lib/server/with-change";
import { readVerdicts, type VerdictReader } from "../evidence/read-verdicts";
import { parseStep } from "../investigation-row";
import { parseDirection, parseWeight } from "./hypothesis-row";

/** Relations that are read with evidence. The stored data and the contents of files are read separately, because they are large. */
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

/** Selects evidence by number. Without limits, it selects all evidence of the investigation. */
export interface EvidenceSelection {
  /** Selects only evidence with a lower number. */
  readonly before?: number | undefined;
  /** Selects at most this many pieces of evidence, those with the highest numbers. */
  readonly newestCount?: number;
}

type EvidenceReader = Pick<Transaction, "evidenceItem" | "evidenceFile" | "evidenceAnswer">;

/** Returns the evidence of an investigation by number, with the removed pieces. */
export async function readEvidence(
  database: EvidenceReader,
  investigationId: string,
  { before, newestCount }: EvidenceSelection = {},
): Promise<EvidenceEntry[]> {
  const rows = await database.evidenceItem.findMany({
    where: { investigationId, ...(before === undefined ? {} : { number: { lt: before } }) },
    orderBy: { number: "desc" },
    ...(newestCount === undefined ? {} : { take: newestCount }),
    include: includeLinks,
  });
  const firstByHash = await readFirstNumbers(database, investigationId, rows);
  const verdicts = await readRowVerdicts(database, rows);
  return rows.toReversed().map((row) => {
    const first = row.file === null ? undefined : firstByHash.get(row.file.contentHash);
    return toEvidence(row, first === undefined || first === row.number ? null : first, verdicts);
  });
}

/** Returns the number of the first piece of evidence with the same file, by hash. This piece need not be one of the rows. */
async function readFirstNumbers(
  database: EvidenceReader,
  investigationId: string,
  rows: readonly EvidenceRow[],
): Promise<ReadonlyMap<string, number>> {
  const hashes = rows.flatMap(({ file }) => (file === null ? [] : [file.contentHash]));
  if (hashes.length === 0) return new Map();
  const files = await database.evidenceFile.findMany({
    where: { contentHash: { in: hashes }, evidence: { investigationId } },
    orderBy: { evidence: { number: "desc" } },
    select: { contentHash: true, evidence: { select: { number: true } } },
  });
  // Files are in descending order, so the entry with the lowest number is the last of its key and remains in the map.
  return new Map(files.map(({ contentHash, evidence }) => [contentHash, evidence.number]));
}

function readRowVerdicts(
  database: VerdictReader,
  rows: readonly EvidenceRow[],
): Promise<ReadonlyMap<string, string>> {
  const answers = rows.flatMap(({ answer }) =>
    answer === null ? [] : [{ ...answer, question: evidenceQuestion.parse(answer.question) }],
  );
  return readVerdicts(database, answers);
}

/** Returns the piece of evidence with this id, with its links. */
export async function readEvidenceItem(
  database: Pick<Transaction, "evidenceItem" | "evidenceAnswer">,
  id: string,
): Promise<EvidenceEntry> {
  const where = { id };
  const row = await database.evidenceItem.findUniqueOrThrow({ where, include: includeLinks });
  const { file, investigationId, number } = row;
  const verdicts = await readRowVerdicts(database, [row]);
  if (file === null) return toEvidence(row, null, verdicts);
  const { contentHash } = file;
  const same = await database.evidenceItem.findFirst({
    where: { investigationId, number: { lt: number }, file: { contentHash } },
    orderBy: { number: "asc" },
    select: { number: true },
  });
  return toEvidence(row, same?.number ?? null, verdicts);
}

/** `sameAs` is the number of the first earlier piece with the same file. */
function toEvidence(
  row: EvidenceRow,
  sameAs: number | null,
  verdicts: ReadonlyMap<string, string>,
): EvidenceEntry {
  const { removedAt, removedBy, removalReason, removedHash } = row;
  return {
    id: row.id,
    number: row.number,
    kind: evidenceKinds.find((kind) => kind === row.kind) ?? "note",
    title: row.title,
    text: row.text,
    answer: row.answer === null ? null : toAnswer(row.answer, verdicts.get(row.id) ?? null),
    file: row.file === null ? null : { ...toFile(row.file), sameAs },
    steps: row.steps
      .map(({ round, step }) => ({ round, step: parseStep(step) }))
      .toSorted((one, other) => one.round - other.round || stepNumber(one.step) - stepNumber(other.step)),
    hypotheses: row.hypotheses.map(({ hypothesisId, hypothesis, direction, weight }) => ({
      hypothesisId,
      number: hypothesis.number,
      direction: parseDirection(direction),
      weight: parseWeight(weight),
    })),
    author: findAuthorName(row.author),
    createdAtMs: row.createdAt.getTime(),
    removal:
      removedAt === null
        ? null
        : {
            reason: removalReason ?? "",
            author: findAuthorName(removedBy ?? ""),
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

function toAnswer(
  { readAt, startAt, endAt, ...row }: NonNullable<EvidenceRow["answer"]>,
  verdict: string | null,
) {
  return {
    question: evidenceQuestion.parse(row.question),
    state: answerStates.find((state) => state === row.state) ?? "failed",
    message: row.message,
    window:
      startAt === null || endAt === null ? null : { startMs: startAt.getTime(), endMs: endAt.getTime() },
    verdict,
    readAtMs: readAt?.getTime() ?? null,
    byteCount: row.byteCount,
    contentHash: row.contentHash,
    formatVersion: row.formatVersion,
    productVersion: row.productVersion,
  };
}
