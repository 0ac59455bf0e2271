/** Result of reading an answer that is stored as evidence. */
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Principal } from "@/lib/server/principal";

/** Data that are stored as evidence, or the reason why they could not be read. */
export type AnswerOutcome =
  | {
      readonly kind: "answered";
      readonly data: ReadonlyDeep<EvidenceData>;
      /** Null for a calculation that does not depend on time. */
      readonly window: TimeWindow | null;
    }
  /** The reason is a sentence. */
  | { readonly kind: "failed"; readonly reason: string };

/** Rights and time limit with which the data of evidence are read. */
export interface AnswerReadContext {
  /** Caller with the rights of the person who keeps the answer. */
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/**
 * Repeats `read` until its result is not pending, and returns it. Throws the reason of `signal` when it
 * aborts.
 */
export async function readUntilComplete<T extends AnswerOutcome>(
  signal: AbortSignal,
  read: () => Promise<T | "pending">,
): Promise<T> {
  const outcome = await read();
  if (outcome !== "pending") return outcome;
  signal.throwIfAborted();
  return readUntilComplete(signal, read);
}
