/** Exports the complete record of an investigation. */
import type {
  exportInvestigationContract,
  InvestigationDocument,
} from "@/lib/contracts/investigations/export";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { evidenceKinds } from "@/lib/model/investigation/evidence";
import { investigationName } from "@/lib/model/investigation/investigation";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { writeInvestigationMarkdown } from "@/lib/sentences/investigations/investigation-markdown";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import type { Principal } from "@/lib/server/principal";
import type { Transaction } from "@/lib/server/with-change";
import { dropStoredPromptText } from "../evidence-kinds/drop-prompt-text";
import { readEvidenceData } from "../evidence/read-evidence-data";
import { readFileContents } from "../files/read-file-contents";
import { readExperiments } from "../experiments/experiment-row";
import { findInvestigation } from "../find-investigation";
import { readEvidence } from "../hypotheses/evidence-row";
import { readHypotheses } from "../hypotheses/hypothesis-row";
import {
  readInvestigationRowContext,
  toInvestigation,
  type InvestigationRowContext,
} from "../investigation-row";
import { readParticipants } from "../people/change-participants";
import { readRelations } from "../people/relate-investigations";
import { readStepsOfAllRounds } from "../steps/step-records";
import { readTimeline } from "../timeline/read-timeline";
import { readValidations } from "../validation/validation-row";

/** Returns the complete record of an investigation as JSON or Markdown. Throws not-found and database-unavailable. */
export const exportInvestigation: Handler<typeof exportInvestigationContract> = async ({
  params,
  query,
  principal,
}) => {
  const request = { number: params.number, maxDataBytes: investigationLimits.maxExportedDataBytes };
  // Markdown has the main values of each answer, and names each file by its hash.
  const document = await readInvestigationDocument(
    query.format === "json" ? request : { ...request, dataKinds: evidenceKinds },
    principal,
  );
  const fileName = investigationName(params.number).toLowerCase();
  if (query.format === "json") return { format: "json", fileName: `${fileName}.json`, document };
  const evidence = document.evidence.map((one) => ({
    ...one,
    data: one.data === null ? null : dropStoredPromptText(one.data),
  }));
  const text = writeInvestigationMarkdown({ ...document, evidence }, (atMs) => new Date(atMs).toISOString());
  return { format: "markdown", fileName: `${fileName}.md`, text };
};

const fileOmission =
  "The stored data and files would exceed 32 MiB. Download the file on the page of the investigation.";

interface DocumentRequest {
  readonly number: number;
  /** Largest total size of the stored answers and files. */
  readonly maxDataBytes: number;
  /** Kinds of evidence whose answers are read. Files are then not read. If absent, answers of all kinds and files are read. */
  readonly dataKinds?: readonly EvidenceEntry["kind"][];
}

/** Returns the complete record as a document. Throws not-found and database-unavailable. */
export async function readInvestigationDocument(
  request: DocumentRequest,
  principal: Principal,
): Promise<InvestigationDocument> {
  const context = await readInvestigationRowContext(principal);
  return readRows((database) => readDocument(database, request, { principal, context }));
}

interface DocumentReader {
  readonly principal: Principal;
  readonly context: InvestigationRowContext;
}

/** Returns the complete record as a document. Can be called within a transaction. Throws not-found. */
export async function readDocument(
  database: Transaction,
  { number, maxDataBytes, dataKinds }: DocumentRequest,
  { principal, context }: DocumentReader,
): Promise<InvestigationDocument> {
  const row = await findInvestigation(database, number, principal);
  const { id: investigationId } = row;
  const limit = investigationLimits.maxExportedEntries;
  const { entries } = await readTimeline(database, { investigationId, callerId: principal.id, limit });
  const evidence = await readEvidence(database, investigationId);
  const wanted = evidence.filter(({ kind }) => dataKinds?.includes(kind) ?? true);
  const data = await readEvidenceData(database, wanted, maxDataBytes);
  const maxFileBytes = dataKinds === undefined ? maxDataBytes - data.byteCount : 0;
  const files = await readFileContents(database, evidence, maxFileBytes);
  const answerCount = evidence.filter(({ answer }) => answer?.state === "ready").length;
  const entryCount = await database.timelineEntry.count({ where: { investigationId } });
  return {
    schemaVersion: 1,
    exportedAtMs: nowMs(),
    investigation: toInvestigation(row, context),
    steps: await readStepsOfAllRounds(database, investigationId),
    hypotheses: await readHypotheses(database, investigationId),
    experiments: await readExperiments(database, investigationId, principal),
    validations: await readValidations(database, investigationId),
    evidence: evidence.map((one) => ({
      ...one,
      data: data.answers.get(one.id) ?? null,
      fileContent: files.get(one.id) ?? null,
      fileOmission: one.file === null || files.has(one.id) ? null : fileOmission,
    })),
    omittedAnswerCount: answerCount - data.answers.size,
    participants: await readParticipants(database, investigationId),
    relations: await readRelations(database, investigationId, principal),
    timeline: entries.toReversed(),
    // An entry that was added between the two reads is newer than the export and does not count as omitted.
    omittedEntryCount: Math.max(0, entryCount - limit),
  };
}
