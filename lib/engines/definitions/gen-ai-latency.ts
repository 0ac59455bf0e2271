/** Durations in seconds that several engines report as attributes of a request's span, under the same names. */
import type { AttributeRef, AttributeRule } from "@/lib/model/traces/phase-map";

export const timeInQueue: AttributeRef = { attribute: "gen_ai.latency.time_in_queue", unit: "seconds" };

export const queueTimeRule: AttributeRule = { ...timeInQueue, phase: "queue", side: "before-first-token" };

export const prefillTimeRule: AttributeRule = {
  phase: "prefill",
  attribute: "gen_ai.latency.time_in_model_prefill",
  unit: "seconds",
  side: "before-first-token",
};

export const decodeTimeRule: AttributeRule = {
  phase: "decode",
  attribute: "gen_ai.latency.time_in_model_decode",
  unit: "seconds",
  side: "after-first-token",
};
