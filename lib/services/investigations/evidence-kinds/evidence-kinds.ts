/** List of the endpoints whose answers can be evidence: one file and one case per endpoint. */
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { AnswerOutcome, AnswerRead } from "./answer-outcome";
import { readComparisonAnswer } from "./comparison";
import { readGateAnswer } from "./gate";
import { readRooflineAnswer, readSweepAnswer } from "./roofline";
import { readSignalsAnswer } from "./signals";
import { readTraceAnswer } from "./trace";
import { readTraceComparisonAnswer } from "./trace-comparison";
import { readTraceFlowAnswer } from "./trace-flow";

/** Version of the stored data. A change of a response that older versions cannot read raises it. */
export const evidenceFormatVersion = 1;

/** Returns the sentence that follows the refusal of an answer above the size limit. */
export function describeSmallerAnswer(endpoint: EvidenceQuestion["endpoint"]): string {
  return endpoint === "trace"
    ? "Export the trace as a file instead."
    : "Keep a shorter window, or one instance.";
}

/** Returns the answer to the question, or why there is none. Throws AppError. */
export function readAnswer(question: EvidenceQuestion, read: AnswerRead): Promise<AnswerOutcome> {
  switch (question.endpoint) {
    case "signals":
      return readSignalsAnswer(question, read);
    case "roofline":
      return readRooflineAnswer(question, read);
    case "comparison":
      return readComparisonAnswer(question, read);
    case "gate":
      return readGateAnswer(question, read);
    case "trace":
      return readTraceAnswer(question, read);
    case "trace-comparison":
      return readTraceComparisonAnswer(question, read);
    case "trace-flow":
      return readTraceFlowAnswer(question, read);
    case "sweep":
      return readSweepAnswer(question, read);
  }
}
