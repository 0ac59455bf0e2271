/**
 * TGI's spans: the handler function with its durations as text such as "1.234ms", and below it the scheduler's work.
 * The inference time covers prefill and decode together, so it is not a phase by itself.
 */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

/** Maps the spans of Text Generation Inference to phases of a request. */
export const tgiPhaseMap: PhaseMap = {
  name: "TGI",
  spanRules: [
    {
      meaning: "request",
      operationPattern: /^(?:compat )?generate(?: stream)?$|^(?:chat )?completions$/,
      attributeName: "inference_time",
    },
    { meaning: "queue", operationPattern: /^waiting$|^batch$/, isInsideRequest: true },
    { meaning: "generate", operationPattern: /^infer$/, isInsideRequest: true },
    { meaning: "prefill", operationPattern: /^prefill$/, isInsideRequest: true },
    { meaning: "decode", operationPattern: /^decode$/, isInsideRequest: true },
    { meaning: "stream", operationPattern: /^send generation$/, isInsideRequest: true },
    { meaning: "other", operationPattern: /^send error$/, isInsideRequest: true },
  ],
  attributeRules: [
    {
      phase: "admission",
      attribute: "validation_time",
      unit: "duration-text",
      tokenSide: "before-first-token",
    },
    { phase: "queue", attribute: "queue_time", unit: "duration-text", tokenSide: "before-first-token" },
  ],
};
