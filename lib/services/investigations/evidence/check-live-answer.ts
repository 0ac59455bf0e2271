/**
 * Checks the live source of a piece of evidence. All viewers with equal rights share one check, which is repeated after
 * five minutes at the earliest. Few checks run at the same time, because a page may have hundreds of pieces of evidence.
 */
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import {
  evidenceQuestion,
  type EvidenceData,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { LiveCheck } from "@/lib/contracts/investigations/live-evidence";
import { AppError, isAppError } from "@/lib/model/app-error";
import { createScopedKey, type ScopedKey } from "@/lib/model/sources/source-scope";
import { nowMs } from "@/lib/server/clock";
import { createConcurrencyLimit } from "@/lib/server/concurrency/limit";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { createWorkShare, findOrStart, type WorkShare } from "@/lib/server/concurrency/share";
import { readRows } from "@/lib/server/db/read-rows";
import { getProcessState } from "@/lib/server/process-state";
import { createSizedCache, type SizedCache } from "@/lib/server/concurrency/sized-cache";
import type { Principal } from "@/lib/server/principal";
import { version as productVersion } from "@/lib/server/version";
import { compareCopy } from "./compare-copy";
import { findCompleteAfterMs } from "./complete-window";
import { readEvidenceAnswer } from "./read-evidence-answer";
import { parseStoredReader, toStoredReader } from "./stored-reader";

/** Name of the process-wide state that contains the running and the completed checks. */
export const liveChecksStateName = "live-evidence-checks";

const validMs = 5 * 60_000;
/** Time for which the result of an unavailable source is used. It is short, so that a recovery is noticed soon. */
const unavailableValidMs = 60_000;
/** Time for which a check continues without a client. It is ample, because pages request a pending check again within a second. */
const graceMs = 15_000;
/** Time for which each result answers further requests, so that all waiting pages get even a result that is too large for the cache. */
const retentionMs = 5_000;
const waitMs = 1_500;
const limits = { maxConcurrent: 2, maxWaiting: 200 } as const;

/** Result of comparing a piece of evidence with its live source. */
export interface LiveCheckOutcome {
  readonly check: LiveCheck;
  /** The live answer; null if the source has no answer. */
  readonly data: ReadonlyDeep<EvidenceData> | null;
}

interface LiveCheckState {
  readonly results: SizedCache<ScopedKey, LiveCheckOutcome>;
  readonly works: WorkShare<LiveCheckOutcome>;
  readonly limit: ReturnType<typeof createConcurrencyLimit>;
}

const state = (): LiveCheckState =>
  getProcessState(liveChecksStateName, () => ({
    results: createSizedCache<ScopedKey, LiveCheckOutcome>("lastResults", { ttlMs: validMs }),
    works: createWorkShare<LiveCheckOutcome>({
      graceMs,
      retentionMs: () => retentionMs,
      previousRetentionMs: 0,
    }),
    limit: createConcurrencyLimit(limits),
  }));

/** Piece of evidence to check, and the caller with whose rights its source is read. */
export interface LiveCheckRequest {
  readonly evidenceId: string;
  readonly question: unknown;
  /** Caller. The live answer is read with the caller's rights. */
  readonly principal: Principal;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/**
 * Compares stored evidence with its source. Returns null while the source is read; a later call returns the
 * result. Throws database-unavailable.
 */
export async function checkLiveAnswer(request: LiveCheckRequest): Promise<LiveCheckOutcome | null> {
  const { evidenceId, principal, signal } = request;
  const reader = toStoredReader(principal);
  const key = createScopedKey(principal.sourceScope, evidenceId, reader.role, reader.teamIds.toSorted());
  const known = state().results.get(key);
  if (known !== undefined) return known;
  const { works, limit } = state();
  const work = findOrStart(works, key, (leaving) =>
    limit.run(() => readAndCompare({ ...request, signal: leaving }, key), leaving),
  );
  const outcome = await waitOrReturnPending(waitMs, work.joinResult, signal);
  if (outcome.kind === "done") return outcome.value;
  if (outcome.kind === "pending" || isQueueFull(outcome.error)) return null;
  throw outcome.error;
}

/** Returns whether too many checks wait. The check has then not started, so nothing is known about the source. */
function isQueueFull(error: unknown): boolean {
  return isAppError(error) && error.code === "source-slow";
}

async function readAndCompare(request: LiveCheckRequest, key: ScopedKey): Promise<LiveCheckOutcome> {
  const { evidenceId, question, principal, requestId, signal } = request;
  const readerOfCaller = {
    ...parseStoredReader(toStoredReader(principal)),
    sourceScope: principal.sourceScope,
  };
  // An editor chose the text for the copy. A check, which every reader can start, reads no further text.
  const read = { evidenceId, principal: readerOfCaller, requestId, signal, omitsPromptText: true };
  const outcome = await readEvidenceAnswer(question, read);
  signal.throwIfAborted();
  const readAtMs = nowMs();
  const result: LiveCheckOutcome =
    outcome.kind === "failed"
      ? { check: { state: "unavailable", readAtMs, sentence: outcome.reason }, data: null }
      : {
          check: compareCopy(await readCopy(evidenceId), outcome.data, { readAtMs, productVersion }),
          data: outcome.data,
        };
  const ttlMs = result.check.state === "unavailable" ? unavailableValidMs : validMs;
  state().results.set(key, result, { ttlMs });
  return result;
}

async function readCopy(evidenceId: string) {
  const row = await readRows((database) =>
    database.evidenceAnswer.findUnique({
      where: { evidenceId },
      select: {
        question: true,
        data: true,
        formatVersion: true,
        productVersion: true,
        readAt: true,
        endAt: true,
      },
    }),
  );
  if (row === null || row.data === null)
    throw new AppError("not-found", "this evidence has no stored answer");
  const { data, readAt, endAt, question: stored, ...versions } = { ...row, data: row.data };
  const readAfterEndMs = readAt === null || endAt === null ? null : readAt.getTime() - endAt.getTime();
  const question = evidenceQuestion.safeParse(stored);
  const completeAfterMs = question.success ? findCompleteAfterMs(question.data) : null;
  return { ...versions, data, readAfterEndMs, completeAfterMs };
}
