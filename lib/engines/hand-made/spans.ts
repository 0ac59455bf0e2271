/** A manually traced service, with the span names of common tutorials. Its `decode_output` turns tokens into text. */
import type { PhaseMap } from "@/lib/model/traces/phase-map";

export const handmadeSpans: PhaseMap = {
  name: "Manually instrumented service",
  spanRules: [
    { meaning: "tokenize", wordsPattern: /^tokenize input$/ },
    { meaning: "other", wordsPattern: /^model load$/ },
    { meaning: "generate", wordsPattern: /^model generate$/ },
    { meaning: "detokenize", wordsPattern: /^decode output$/ },
  ],
  attributeRules: [],
};
