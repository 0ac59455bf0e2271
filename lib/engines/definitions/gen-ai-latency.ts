/** Durations in seconds that several engines report as attributes of a request's span, under the same names. */
import type { AttributeRef, AttributeRule } from "@/lib/model/traces/phase-map";

/** Span attribute with the queue time of a request. */
export const timeInQueueAttribute: AttributeRef = {
  attribute: "gen_ai.latency.time_in_queue",
  unit: "seconds",
};

/** Rule that reads the queue time of a request from a span attribute. */
export const queueTimeRule: AttributeRule = {
  ...timeInQueueAttribute,
  phase: "queue",
  tokenSide: "before-first-token",
};

/** Rule that reads the prefill time of a request from a span attribute. */
export const prefillTimeRule: AttributeRule = {
  phase: "prefill",
  attribute: "gen_ai.latency.time_in_model_prefill",
  unit: "seconds",
  tokenSide: "before-first-token",
};

/** Rule that reads the decode time of a request from a span attribute. */
export const decodeTimeRule: AttributeRule = {
  phase: "decode",
  attribute: "gen_ai.latency.time_in_model_decode",
  unit: "seconds",
  tokenSide: "after-first-token",
};
