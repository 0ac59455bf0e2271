/** Evidence from the gate endpoint: one complete run. */
import { z } from "zod";
import { gateContract } from "@/lib/contracts/gates";

export const gateEvidence = {
  question: z.strictObject({ endpoint: z.literal("gate"), gateId: z.uuid() }),
  data: z.object({ endpoint: z.literal("gate"), run: gateContract.response }),
} as const;
