/**
 * Counters of requests by their outcome: failed, or aborted by their client. Zero is reported only with evidence that
 * the server counts the outcome.
 */
import { withLabels, type MetricRef } from "./recipe";

/** Spellings of the label with the reason for which a request ended. */
export const finishReasonLabels = ["finished_reason", "finish_reason"] as const;

/** Returns a counter of requests limited to those that ended for `reason`, once per spelling of the label. */
export function withEndReason(reason: string, ref: MetricRef): readonly MetricRef[] {
  return finishReasonLabels.map((label) => withLabels(ref, { [label]: reason }));
}

interface FirstEventNames {
  /** Name of the server in a sentence. */
  readonly server: string;
  /** Noun phrase for one event, such as "failed request". */
  readonly event: string;
}

/** Returns the sentence for a counter that does not exist before its first event. */
export function formatBeforeFirstEvent({ server, event }: FirstEventNames): string {
  return `${server} creates this counter with the first ${event}, and none was observed yet. It is unknown whether this version counts such events.`;
}
