/** A manually traced service, with the span names of common tutorials. Its `decode_output` turns tokens into text. */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

export const handmadeSpans: PhaseMap = {
  name: "Manually instrumented service",
  spans: [
    { phase: "tokenize", operation: /^tokenize input$/ },
    { phase: "other", operation: /^model load$/ },
    { phase: "generate", operation: /^model generate$/ },
    { phase: "detokenize", operation: /^decode output$/ },
  ],
  attributes: [],
};
