/** Evidence from the roofline endpoint: the page of one deployment in a fixed window. */
import { z } from "zod";
import { labelValue, slug } from "@/lib/contracts/fields";
import { rooflinePageData } from "@/lib/contracts/roofline/roofline";
import { fixedWindow } from "./fixed-window";
import { readTiming } from "./read-timing";

/** Schemas of the roofline of a deployment as evidence: the question, and the stored answer. */
export const rooflineEvidence = {
  question: z.strictObject({
    endpoint: z.literal("roofline"),
    deployment: slug,
    model: labelValue.exactOptional(),
    instance: labelValue.exactOptional(),
    window: fixedWindow,
    /** Absent if the server chooses the times from the scrape interval, as for a page that no one has opened. */
    timing: readTiming.exactOptional(),
  }),
  data: z.object({ endpoint: z.literal("roofline"), page: rooflinePageData }),
} as const;
