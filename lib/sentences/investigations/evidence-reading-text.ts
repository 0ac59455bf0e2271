/** Describes what the server waits for before it stores the data of a piece of evidence. */
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";

const reading = "The server is reading the data from the source.";

/** Returns the state of evidence whose data are not stored yet, with the longest wait: one or two sentences. */
export function evidenceReadingText({ endpoint }: Pick<EvidenceQuestion, "endpoint">): string {
  switch (endpoint) {
    case "trace":
      return `${reading} It first waits for spans of the trace that may still arrive, at most 70 seconds.`;
    case "traces":
    case "trace-study":
    case "trace-flow":
    case "trace-comparison":
      return `${reading} It first waits for the last requests of the window as long as the longest recent request took, at most 70 seconds.`;
    case "gate":
    case "baseline":
    case "data-check":
    case "calculator":
      return reading;
    default:
      return `${reading} It first waits for the last samples of the window, at most one minute.`;
  }
}
