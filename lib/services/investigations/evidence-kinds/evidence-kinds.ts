/** List of the endpoints whose answers can be evidence: one file and one case per endpoint. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type {
  EvidenceData,
  EvidenceQuestion,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { ComparedPart } from "@/lib/sentences/investigations/live-difference-text";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";
import { listBaselineComparedValues, readBaselineAnswer } from "./baseline";
import { listCalculatorComparedValues, readCalculatorAnswer } from "./calculator";
import { listComparisonComparedValues, readComparisonAnswer } from "./comparison";
import { findPairObstacle, listCorrelationComparedValues, readCorrelationAnswer } from "./correlation";
import { listDataCheckComparedValues, readDataCheckAnswer } from "./data-check";
import { listGateComparedValues, readGateAnswer } from "./gate";
import { listOverviewComparedValues, readOverviewAnswer } from "./overview";
import { readRooflineAnswer, readSweepAnswer } from "./roofline";
import {
  listRooflineComparedValues,
  listSweepComparedValues,
  listWhatIfComparedValues,
} from "./roofline-compared-values";
import { findGridMismatch, listSignalsComparedValues, readSignalsAnswer } from "./signals";
import { listTraceComparedValues, readTraceAnswer } from "./trace";
import { listTraceComparisonComparedValues, readTraceComparisonAnswer } from "./trace-comparison";
import { listTraceFlowComparedValues, readTraceFlowAnswer } from "./trace-flow";
import { listTraceStudyComparedValues, readTraceStudyAnswer } from "./trace-study";
import { listTracesComparedValues, readTracesAnswer } from "./traces";
import { listUtilisationComparedValues, readUtilisationAnswer } from "./utilisation";
import { readWhatIfAnswer } from "./what-if";

/** Version of the stored data. It is raised when a response changes so that older releases cannot read it. */
export const evidenceFormatVersion = 1;

/**
 * Returns how a person can reduce the data, as a sentence. It is displayed after the sentence that the data exceed the size
 * limit.
 */
export function describeSmallerAnswer(endpoint: EvidenceQuestion["endpoint"]): string {
  switch (endpoint) {
    case "trace":
      return "Export the trace as a file instead.";
    case "traces":
    case "trace-study":
      return "Choose a shorter window or fewer traces, and keep the data as evidence again.";
    case "overview":
      return "Keep the charts of the affected deployments on Signals instead.";
    default:
      return "Choose a shorter window or one instance, and keep the data as evidence again.";
  }
}

/** Returns the data for a piece of evidence, or the reason why there are none. Throws AppError. */
export function readAnswer(question: EvidenceQuestion, read: AnswerReadContext): Promise<AnswerOutcome> {
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
    case "traces":
      return readTracesAnswer(question, read);
    case "trace-study":
      return readTraceStudyAnswer(question, read);
    case "overview":
      return readOverviewAnswer(question, read);
    case "baseline":
      return readBaselineAnswer(question, read);
    case "data-check":
      return readDataCheckAnswer(question, read);
    case "what-if":
      return readWhatIfAnswer(question, read);
    case "calculator":
      return readCalculatorAnswer(question, read);
    case "correlation":
      return readCorrelationAnswer(question, read);
    case "utilisation":
      return readUtilisationAnswer(question, read);
  }
}

type Data = ReadonlyDeep<EvidenceData>;

/** Noun for one compared number of each endpoint, in the singular. */
export const comparedValueNouns: { readonly [E in EvidenceQuestion["endpoint"]]: string } = {
  signals: "point",
  roofline: "number",
  comparison: "number",
  gate: "number",
  trace: "span duration",
  "trace-comparison": "number",
  "trace-flow": "number",
  sweep: "number",
  traces: "duration",
  "trace-study": "number",
  overview: "value",
  baseline: "number",
  "data-check": "outcome",
  "what-if": "number",
  calculator: "value",
  correlation: "number",
  utilisation: "point",
};

/** Compared part of each endpoint whose displayed values are not all compared. */
export const comparedPartByEndpoint: { readonly [E in EvidenceQuestion["endpoint"]]?: ComparedPart } = {
  "data-check": {
    subject: "outcomes of the signals with their reasons",
    omission: "The values are not compared, because each check reads the last five minutes.",
  },
};

/** Returns the numbers and verdicts of the data, by which stored and present data are compared. */
export function listComparedValues(data: Data): readonly ComparedValueGroup[] {
  switch (data.endpoint) {
    case "signals":
      return listSignalsComparedValues(data.answer);
    case "roofline":
      return listRooflineComparedValues(data.page);
    case "comparison":
      return listComparisonComparedValues(data.comparison);
    case "gate":
      return listGateComparedValues(data.run);
    case "trace":
      return listTraceComparedValues(data.trace);
    case "trace-comparison":
      return listTraceComparisonComparedValues(data.comparison);
    case "trace-flow":
      return listTraceFlowComparedValues(data.flow);
    case "sweep":
      return listSweepComparedValues(data.page);
    case "traces":
      return listTracesComparedValues(data.list);
    case "trace-study":
      return listTraceStudyComparedValues(data.analysis);
    case "overview":
      return listOverviewComparedValues(data.fleet);
    case "baseline":
      return listBaselineComparedValues(data.detail);
    case "data-check":
      return listDataCheckComparedValues(data.check);
    case "what-if":
      return listWhatIfComparedValues(data);
    case "calculator":
      return listCalculatorComparedValues(data);
    case "correlation":
      return listCorrelationComparedValues(data);
    case "utilisation":
      return listUtilisationComparedValues(data);
  }
}

/** Returns why stored and present data cannot be compared, as a sentence; null if they can. */
export function findComparisonObstacle(copy: Data, live: Data): string | null {
  if (copy.endpoint === "correlation" && live.endpoint === "correlation") return findPairObstacle(copy, live);
  return copy.endpoint === "signals" && live.endpoint === "signals"
    ? findGridMismatch(copy.answer, live.answer)
    : null;
}
