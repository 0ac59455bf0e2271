/** List of the endpoints whose answers can be evidence: one file and one line in each list per endpoint. */
import { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { comparisonEvidence } from "./comparison";
import { gateEvidence } from "./gate";
import { rooflineEvidence } from "./roofline";
import { signalsEvidence } from "./signals";
import { sweepEvidence } from "./sweep";
import { traceEvidence } from "./trace";
import { traceComparisonEvidence } from "./trace-comparison";
import { traceFlowEvidence } from "./trace-flow";

export const evidenceQuestion = z.discriminatedUnion("endpoint", [
  signalsEvidence.question,
  rooflineEvidence.question,
  comparisonEvidence.question,
  gateEvidence.question,
  traceEvidence.question,
  traceComparisonEvidence.question,
  traceFlowEvidence.question,
  sweepEvidence.question,
]);

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
  ])
  .meta({ id: "EvidenceData" });

export type EvidenceQuestion = ReadonlyDeep<z.infer<typeof evidenceQuestion>>;
export type EvidenceData = z.infer<typeof evidenceData>;
export type QuestionOf<E extends EvidenceQuestion["endpoint"]> = Extract<EvidenceQuestion, { endpoint: E }>;
