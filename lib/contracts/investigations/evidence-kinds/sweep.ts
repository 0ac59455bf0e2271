/** Evidence from the roofline endpoint, drawn as the batch sweep of its pool that decodes. */
import { z } from "zod";
import { rooflineEvidence } from "./roofline";

/** Schemas of a batch-size sweep as evidence: the question, and the stored answer. */
export const sweepEvidence = {
  question: rooflineEvidence.question.extend({ endpoint: z.literal("sweep") }),
  data: rooflineEvidence.data.extend({ endpoint: z.literal("sweep") }),
} as const;
