/** Evidence from the roofline endpoint: the page of one deployment in a fixed window. */
import { z } from "zod";
import { labelValue, slug } from "@/lib/contracts/fields";
import { rooflinePageData } from "@/lib/contracts/roofline/roofline";
import { fixedWindow } from "./fixed-window";

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
