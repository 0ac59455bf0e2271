/** Reads the answer to a question of evidence. A failure becomes the reason that the page shows. */
import {
  evidenceData,
  evidenceQuestion,
  type EvidenceData,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { toSentence } from "@/lib/format/sentence";
import { isAppError } from "@/lib/model/app-error";
import { getLogger } from "@/lib/server/logger";
import type { AnswerOutcome, AnswerReadContext } from "../evidence-kinds/answer-outcome";
import { readAnswer } from "../evidence-kinds/evidence-kinds";
import { omitPromptText } from "../evidence-kinds/prompt-text";

const readLimitMs = 50_000;

interface EvidenceRead extends AnswerReadContext {
  readonly evidenceId: string;
  /** True if the text of prompts and completions is omitted even if the question includes it. */
  readonly omitsPromptText?: boolean;
}

/**
 * Returns the data of a piece of evidence, or the reason why they could not be read. Throws database-unavailable, and
 * the reason of `signal` if the caller aborts.
 */
export async function readEvidenceAnswer(
  question: unknown,
  { evidenceId, omitsPromptText = false, signal: leaving, ...read }: EvidenceRead,
): Promise<AnswerOutcome> {
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(readLimitMs)]);
  try {
    const stored = evidenceQuestion.parse(question);
    const outcome = await readAnswer(omitsPromptText ? omitPromptText(stored) : stored, { ...read, signal });
    return outcome.kind === "failed" ? outcome : { ...outcome, data: toStoredForm(outcome.data) };
  } catch (error) {
    leaving.throwIfAborted();
    if (isAppError(error) && error.code === "database-unavailable") throw error;
    getLogger().warn({ error, evidence: evidenceId }, "the answer of a piece of evidence could not be read");
    if (signal.aborted) return createFailedOutcome("The source did not respond within 50 seconds.");
    return createFailedOutcome(
      isAppError(error)
        ? toSentence(error.message)
        : "The data could not be read. Find the cause in the log of Ridgepoint.",
    );
  }
}

type AnswerData = Extract<AnswerOutcome, { readonly kind: "answered" }>["data"];

/** Returns the data in the form and order in which a later read returns them, so that the hash can be verified. */
function toStoredForm(data: AnswerData): EvidenceData {
  return evidenceData.parse(JSON.parse(JSON.stringify(data)));
}

function createFailedOutcome(reason: string): AnswerOutcome {
  return { kind: "failed", reason };
}
