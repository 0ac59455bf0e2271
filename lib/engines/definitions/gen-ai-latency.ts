/** Durations in seconds that several engines report as attributes of a request's span, under the same names. */
import type { AttributeRef, AttributeRule } from "@/lib/model/traces/phase-map";

export const timeInQueueAttribute: AttributeRef = {
  attribute: "gen_ai.latency.time_in_queue",
  unit: "seconds",
};

export const queueTimeRule: AttributeRule = {
  ...timeInQueueAttribute,
  phase: "queue",
  tokenSide: "before-first-token",
};

export const prefillTimeRule: AttributeRule = {
  phase: "prefill",
  attribute: "gen_ai.latency.time_in_model_prefill",
  unit: "seconds",
  tokenSide: "before-first-token",
};

export const decodeTimeRule: AttributeRule = {
  phase: "decode",
  attribute: "gen_ai.latency.time_in_model_decode",
  unit: "seconds",
  tokenSide: "after-first-token",
};
