/** Evidence from the overview endpoint: the status and the values of all deployments at the end of a fixed window. */
import { z } from "zod";
import { overviewContract } from "@/lib/contracts/overview";
import { fixedWindow } from "./fixed-window";

/** Schemas of the overview of all deployments as evidence: the query, and its stored response. */
export const overviewEvidence = {
  question: z.strictObject({ endpoint: z.literal("overview"), window: fixedWindow }),
  data: z.object({ endpoint: z.literal("overview"), fleet: overviewContract.response }),
} as const;
