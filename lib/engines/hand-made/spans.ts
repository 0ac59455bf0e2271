/**
 * A manually traced service, with the span names of common tutorials. Its span `decode_output` is detokenization, not
 * the decode phase.
 */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

/** Maps the spans of services whose metrics are named `llm_*` to phases of a request. */
export const handmadePhaseMap: PhaseMap = {
  name: "Manually instrumented service",
  spanRules: [
    { meaning: "tokenize", operationPattern: /^tokenize input$/ },
    { meaning: "other", operationPattern: /^model load$/ },
    { meaning: "generate", operationPattern: /^model generate$/ },
    { meaning: "detokenize", operationPattern: /^decode output$/ },
  ],
  attributeRules: [],
};
