/** A service traced by hand, under the names that tutorials use. Its `decode_output` turns tokens into text. */
import type { PhaseMap } from "@/lib/model/phase-map";

export const handmadeSpans: PhaseMap = {
  name: "Hand-made service",
  spans: [
    { phase: "tokenize", operation: /^tokenize input$/ },
    { phase: "other", operation: /^model load$/ },
    { phase: "generate", operation: /^model generate$/ },
    { phase: "detokenize", operation: /^decode output$/ },
  ],
  attributes: [],
};
