/** List of the endpoints whose answers can be evidence: one file and one line in each list per endpoint. */
import { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { baselineEvidence } from "./baseline";
import { calculatorEvidence } from "./calculator";
import { comparisonEvidence } from "./comparison";
import { correlationEvidence } from "./correlation";
import { dataCheckEvidence } from "./data-check";
import { gateEvidence } from "./gate";
import { overviewEvidence } from "./overview";
import { rooflineEvidence } from "./roofline";
import { signalsEvidence } from "./signals";
import { sweepEvidence } from "./sweep";
import { traceEvidence } from "./trace";
import { traceComparisonEvidence } from "./trace-comparison";
import { traceFlowEvidence } from "./trace-flow";
import { traceStudyEvidence } from "./trace-study";
import { tracesEvidence } from "./traces";
import { utilisationEvidence } from "./utilisation";
import { whatIfEvidence } from "./what-if";

/** Schema of the question whose answer is kept as evidence, by endpoint. */
export const evidenceQuestion = z.discriminatedUnion("endpoint", [
  signalsEvidence.question,
  rooflineEvidence.question,
  comparisonEvidence.question,
  gateEvidence.question,
  traceEvidence.question,
  traceComparisonEvidence.question,
  traceFlowEvidence.question,
  sweepEvidence.question,
  tracesEvidence.question,
  traceStudyEvidence.question,
  overviewEvidence.question,
  baselineEvidence.question,
  dataCheckEvidence.question,
  whatIfEvidence.question,
  calculatorEvidence.question,
  correlationEvidence.question,
  utilisationEvidence.question,
]);

/** Schema of the stored answer of evidence, by endpoint. */
export const evidenceData = z
  .discriminatedUnion("endpoint", [
    signalsEvidence.data,
    rooflineEvidence.data,
    comparisonEvidence.data,
    gateEvidence.data,
    traceEvidence.data,
    traceComparisonEvidence.data,
    traceFlowEvidence.data,
    sweepEvidence.data,
    tracesEvidence.data,
    traceStudyEvidence.data,
    overviewEvidence.data,
    baselineEvidence.data,
    dataCheckEvidence.data,
    whatIfEvidence.data,
    calculatorEvidence.data,
    correlationEvidence.data,
    utilisationEvidence.data,
  ])
  .meta({ id: "EvidenceData" });

/** Question whose answer is kept as evidence. */
export type EvidenceQuestion = ReadonlyDeep<z.infer<typeof evidenceQuestion>>;
/** Stored answer of evidence: the response of an endpoint at that time. */
export type EvidenceData = z.infer<typeof evidenceData>;
/** Question to the endpoint `E`. */
export type QuestionOf<E extends EvidenceQuestion["endpoint"]> = Extract<EvidenceQuestion, { endpoint: E }>;
