/**
 * Counters of requests by their outcome: failed, or aborted by their client. Zero is reported only with evidence that
 * the server counts the outcome.
 */
import { withLabels, type LabelMatcher, type MetricRef } from "./recipe";

/**
 * Matcher that excludes the HTTP methods of requests without a body, because they do not request inference. Series
 * without the label are not excluded.
 */
export const inferenceMethodMatcher: LabelMatcher = {
  label: "method",
  operator: "!~",
  value: "GET|HEAD|OPTIONS",
};

/** Names of the label with the reason why a request ended. */
export const finishReasonLabels = ["finished_reason", "finish_reason"] as const;

/**
 * Restricts a counter of requests to the requests that ended for `reason`. Returns one reference for each name of the
 * label.
 */
export function withFinishReason(reason: string, ref: MetricRef): readonly MetricRef[] {
  return finishReasonLabels.map((label) => withLabels(ref, { [label]: reason }));
}

interface FirstEventNames {
  /** Name of the server in a sentence. */
  readonly server: string;
  /** Noun phrase for one event, such as "failed request". */
  readonly event: string;
}

/** Returns a sentence that explains a missing counter: it does not exist before its first event. */
export function missingBeforeFirstEventText({ server, event }: FirstEventNames): string {
  return `${server} creates this counter with the first ${event}, and none was observed yet. It is unknown whether this version counts such events.`;
}
