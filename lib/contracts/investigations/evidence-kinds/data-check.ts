/** Evidence from the data check: which signals of a deployment have data at the time of the read. */
import { z } from "zod";
import { dataCheckContract } from "@/lib/contracts/data-check";
import { slug } from "@/lib/contracts/fields";

/** Schemas of a data check as evidence: the question, and the stored answer. */
export const dataCheckEvidence = {
  question: z.strictObject({ endpoint: z.literal("data-check"), deployment: slug }),
  data: z.object({ endpoint: z.literal("data-check"), check: dataCheckContract.response }),
} as const;
