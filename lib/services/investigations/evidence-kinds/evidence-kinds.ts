/** List of the endpoints whose answers can be evidence: one file and one case per endpoint. */
import type { FigureGroup } from "@/lib/analysis/evidence/compare-figures";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type {
  EvidenceData,
  EvidenceQuestion,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { AnswerOutcome, AnswerRead } from "./answer-outcome";
import { listComparisonFigures, readComparisonAnswer } from "./comparison";
import { listGateFigures, readGateAnswer } from "./gate";
import { readRooflineAnswer, readSweepAnswer } from "./roofline";
import { listRooflineFigures, listSweepFigures } from "./roofline-figures";
import { findGridObstacle, listSignalsFigures, readSignalsAnswer } from "./signals";
import { listTraceFigures, readTraceAnswer } from "./trace";
import { listTraceComparisonFigures, readTraceComparisonAnswer } from "./trace-comparison";
import { listTraceFlowFigures, readTraceFlowAnswer } from "./trace-flow";

/** Version of the stored data. A change of a response that older versions cannot read raises it. */
export const evidenceFormatVersion = 1;

/** Returns the sentence that follows the refusal of an answer above the size limit. */
export function describeSmallerAnswer(endpoint: EvidenceQuestion["endpoint"]): string {
  return endpoint === "trace"
    ? "Export the trace as a file instead."
    : "Choose a shorter window or one instance, and keep the data as evidence again.";
}

/** Returns the data for a piece of evidence, or the reason why there are none. Throws AppError. */
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

type Data = ReadonlyDeep<EvidenceData>;

/** Noun of one compared number of each endpoint, in the singular. */
export const figureNouns: { readonly [E in EvidenceQuestion["endpoint"]]: string } = {
  signals: "point",
  roofline: "number",
  comparison: "number",
  gate: "number",
  trace: "span duration",
  "trace-comparison": "number",
  "trace-flow": "number",
  sweep: "number",
};

/** Returns the numbers and verdicts by which two answers are compared. */
export function listFigures(data: Data): readonly FigureGroup[] {
  switch (data.endpoint) {
    case "signals":
      return listSignalsFigures(data.answer);
    case "roofline":
      return listRooflineFigures(data.page);
    case "comparison":
      return listComparisonFigures(data.comparison);
    case "gate":
      return listGateFigures(data.run);
    case "trace":
      return listTraceFigures(data.trace);
    case "trace-comparison":
      return listTraceComparisonFigures(data.comparison);
    case "trace-flow":
      return listTraceFlowFigures(data.flow);
    case "sweep":
      return listSweepFigures(data.page);
  }
}

/** Returns why the numbers of two answers have different meanings; null if they can be compared. */
export function findComparisonObstacle(copy: Data, live: Data): string | null {
  return copy.endpoint === "signals" && live.endpoint === "signals"
    ? findGridObstacle(copy.answer, live.answer)
    : null;
}
