/**
 * Reads the answers that people keep as evidence, and stores each with its hash. The row records the progress. A read
 * whose process ended is started again by any process, and fails after a time limit.
 */
import { createHash, randomUUID } from "node:crypto";
import { evidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { formatNumber } from "@/lib/format/number";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { nowMs } from "@/lib/server/clock";
import { getDatabase } from "@/lib/server/db/client";
import { readRows } from "@/lib/server/db/read-rows";
import { version as productVersion } from "@/lib/server/version";
import type { AnswerOutcome } from "../evidence-kinds/answer-outcome";
import { describeSmallerAnswer, evidenceFormatVersion } from "../evidence-kinds/evidence-kinds";
import { hasCompleteWindow } from "./complete-window";
import { readEvidenceAnswer } from "./read-evidence-answer";
import { parseStoredReader } from "./stored-reader";
import { stringifyWithoutNames } from "./without-names";

/** Time after which an answer that is not stored fails, so that it is not read again without end. */
const giveUpAfterMs = 5 * 60_000;
const maxWaiting = 100;
const mebibyte = 1_048_576;

/** Returns the ids of the evidence whose data are not stored yet. */
export async function listWaitingEvidenceIds(): Promise<readonly string[]> {
  const rows = await readRows((database) =>
    database.evidenceAnswer.findMany({
      where: { state: "reading" },
      orderBy: { requestedAt: "asc" },
      take: maxWaiting,
      select: { evidenceId: true },
    }),
  );
  return rows.map(({ evidenceId }) => evidenceId);
}

/**
 * Reads and stores the data of evidence, unless data of its window or trace may still arrive. A later call then stores them. Throws
 * database-unavailable.
 */
export async function storeCompleteAnswer(evidenceId: string): Promise<void> {
  const where = { evidenceId, state: "reading" };
  const row = await readRows((database) => database.evidenceAnswer.findUnique({ where }));
  if (row === null) return;
  const question = evidenceQuestion.safeParse(row.question);
  const { sourceScope } = parseStoredReader(row.reader);
  const request = { requestedAtMs: row.requestedAt.getTime(), scope: sourceScope };
  if (question.success && !(await hasCompleteWindow(question.data, request))) return;
  await storeAnswer(evidenceId);
}

interface StoreOptions {
  readonly maxBytes?: number;
}

/**
 * Reads and stores the data of evidence, or stores why they could not be read. Throws database-unavailable.
 */
export async function storeAnswer(
  evidenceId: string,
  { maxBytes = investigationLimits.maxEvidenceBytes }: StoreOptions = {},
): Promise<void> {
  const where = { evidenceId, state: "reading" };
  const row = await readRows((database) => database.evidenceAnswer.findUnique({ where }));
  if (row === null) return;
  const isLate = nowMs() - row.requestedAt.getTime() > giveUpAfterMs;
  const outcome = isLate
    ? failAnswer("The data could not be read within 5 minutes. Choose “Keep as evidence” again.")
    : await readEvidenceAnswer(row.question, {
        evidenceId,
        principal: parseStoredReader(row.reader),
        requestId: randomUUID(),
        signal: new AbortController().signal,
      });
  await getDatabase().evidenceAnswer.updateMany({ where, data: toColumns(outcome, maxBytes) });
}

function failAnswer(reason: string): AnswerOutcome {
  return { kind: "failed", reason };
}

/** Returns the columns of an outcome. An answer that is too large is not stored. */
function toColumns(outcome: AnswerOutcome, maxBytes: number) {
  if (outcome.kind === "failed") return { state: "failed", message: outcome.reason.slice(0, 1_000) };
  const data = stringifyWithoutNames(outcome.data);
  const byteCount = Buffer.byteLength(data);
  if (byteCount > maxBytes) {
    const advice = describeSmallerAnswer(outcome.data.endpoint);
    return { state: "failed", message: `${tooLargeText(byteCount, maxBytes)} ${advice}` };
  }
  return {
    state: "ready",
    data,
    byteCount,
    contentHash: createHash("sha256").update(data).digest("hex"),
    formatVersion: evidenceFormatVersion,
    productVersion,
    startAt: outcome.window === null ? null : new Date(outcome.window.startMs),
    endAt: outcome.window === null ? null : new Date(outcome.window.endMs),
    readAt: new Date(nowMs()),
  };
}

function tooLargeText(byteCount: number, maxBytes: number): string {
  return `The data have ${toMebibytes(byteCount)}, and a piece of evidence has at most ${toMebibytes(maxBytes)}.`;
}

function toMebibytes(bytes: number): string {
  return `${formatNumber(bytes / mebibyte)} MiB`;
}
