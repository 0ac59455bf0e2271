/** List of the endpoints whose answers can be evidence: one file and one case per endpoint. */
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { AnswerOutcome, AnswerRead } from "./answer-outcome";
import { readComparisonAnswer } from "./comparison";
import { readGateAnswer } from "./gate";
import { readRooflineAnswer } from "./roofline";
import { readSignalsAnswer } from "./signals";

/** Version of the stored data. A change of a response that older versions cannot read raises it. */
export const evidenceFormatVersion = 1;

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
  }
}
