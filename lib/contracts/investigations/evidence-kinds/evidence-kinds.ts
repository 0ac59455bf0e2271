/** List of the endpoints whose answers can be evidence: one file and one line in each list per endpoint. */
import { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { signalsEvidence } from "./signals";

export const evidenceQuestion = z.discriminatedUnion("endpoint", [signalsEvidence.question]);

export const evidenceData = z.discriminatedUnion("endpoint", [signalsEvidence.data]);

export type EvidenceQuestion = ReadonlyDeep<z.infer<typeof evidenceQuestion>>;
export type EvidenceData = ReadonlyDeep<z.infer<typeof evidenceData>>;
export type QuestionOf<E extends EvidenceQuestion["endpoint"]> = Extract<EvidenceQuestion, { endpoint: E }>;
