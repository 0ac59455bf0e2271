/** Evidence from the roofline endpoint: the page of one deployment in a fixed window. */
import { z } from "zod";
import { labelValue, slug } from "@/lib/contracts/fields";
import { rooflinePageData } from "@/lib/contracts/roofline/roofline";
import { fixedWindow } from "./fixed-window";

/** Schemas of the roofline of a deployment as evidence: the question, and the stored answer. */
export const rooflineEvidence = {
  question: z.strictObject({
    endpoint: z.literal("roofline"),
    deployment: slug,
    model: labelValue.exactOptional(),
    instance: labelValue.exactOptional(),
    window: fixedWindow,
  }),
  data: z.object({ endpoint: z.literal("roofline"), page: rooflinePageData }),
} as const;
