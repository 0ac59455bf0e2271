/** Evidence from the endpoint of a baseline: its numbers, load, environment and provenance. */
import { z } from "zod";
import { baselineContract } from "@/lib/contracts/baselines";

/** Schemas of a baseline as evidence: the question, and the stored answer. */
export const baselineEvidence = {
  question: z.strictObject({ endpoint: z.literal("baseline"), baselineId: z.uuid() }),
  data: z.object({
    endpoint: z.literal("baseline"),
    /** Without the objects that use the baseline, which not every reader of the investigation may see. */
    detail: baselineContract.response.omit({ defaults: true, uses: true }),
  }),
} as const;
