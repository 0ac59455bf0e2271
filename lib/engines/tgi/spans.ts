/**
 * TGI's spans: the handler function with its durations as text such as "1.234ms", and below it the scheduler's work.
 * The inference time covers prefill and decode together, so it is not a phase by itself.
 */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

export const tgiSpans: PhaseMap = {
  name: "TGI",
  spans: [
    {
      phase: "request",
      operation: /^(?:compat )?generate(?: stream)?$|^(?:chat )?completions$/,
      attribute: "inference_time",
    },
    { phase: "queue", operation: /^waiting$|^batch$/, inside: true },
    { phase: "generate", operation: /^infer$/, inside: true },
    { phase: "prefill", operation: /^prefill$/, inside: true },
    { phase: "decode", operation: /^decode$/, inside: true },
    { phase: "stream", operation: /^send generation$/, inside: true },
    { phase: "other", operation: /^send error$/, inside: true },
  ],
  attributes: [
    { phase: "admission", attribute: "validation_time", unit: "duration-text", side: "before-first-token" },
    { phase: "queue", attribute: "queue_time", unit: "duration-text", side: "before-first-token" },
  ],
};
