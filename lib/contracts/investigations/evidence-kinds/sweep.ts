/** Evidence from the roofline endpoint, drawn as the batch sweep of its pool that decodes. */
import { z } from "zod";
import { rooflineEvidence } from "./roofline";

export const sweepEvidence = {
  question: rooflineEvidence.question.extend({ endpoint: z.literal("sweep") }),
  data: rooflineEvidence.data.extend({ endpoint: z.literal("sweep") }),
} as const;
