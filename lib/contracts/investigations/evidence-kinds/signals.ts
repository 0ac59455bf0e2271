/** Evidence from the signals endpoint: the answer of one panel in a fixed window. */
import { z } from "zod";
import { answer, question } from "@/lib/contracts/signals";
import { fixedWindow } from "./fixed-window";
import { readTiming } from "./read-timing";
import { requestedReferences, storedReferences } from "./signals-references";

/** Schemas of a chart of signals as evidence: the question, and the stored answer. */
export const signalsEvidence = {
  question: question.omit({ window: true }).extend({
    endpoint: z.literal("signals"),
    /** Id of the panel, which decides how the answer is drawn. */
    panel: z.string().regex(/^[a-z0-9-]{1,64}$/, "must be the id of a panel"),
    window: fixedWindow,
    /** True if the panel showed its distribution when a person kept it. */
    isHeatmap: z.literal(true).exactOptional(),
    /** Absent if the server chooses the times from the scrape interval, as for a panel that no one has opened. */
    timing: readTiming.exactOptional(),
    /** Absent if only the values are stored, as in earlier releases. */
    references: requestedReferences.exactOptional(),
  }),
  data: z.object({
    endpoint: z.literal("signals"),
    answer,
    references: storedReferences.exactOptional(),
  }),
} as const;
