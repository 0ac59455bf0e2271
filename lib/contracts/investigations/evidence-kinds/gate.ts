/** Evidence from the gate endpoint: one complete run. */
import { z } from "zod";
import { gateContract } from "@/lib/contracts/gates";

/** Schemas of a gate run as evidence: the question, and the stored answer. */
export const gateEvidence = {
  question: z.strictObject({ endpoint: z.literal("gate"), gateId: z.uuid() }),
  data: z.object({ endpoint: z.literal("gate"), run: gateContract.response }),
} as const;
