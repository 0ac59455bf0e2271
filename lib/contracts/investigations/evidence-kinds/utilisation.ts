/** Evidence from the roofline endpoint, drawn as MFU or MBU over time. */
import { z } from "zod";
import { utilisationMetrics } from "@/lib/model/roofline/utilisation-metric";
import { rooflineEvidence } from "./roofline";

/** Schemas of a utilisation over time as evidence: the question, and the stored answer. */
export const utilisationEvidence = {
  question: rooflineEvidence.question.extend({
    endpoint: z.literal("utilisation"),
    metric: z.enum(utilisationMetrics),
  }),
  data: rooflineEvidence.data.extend({
    endpoint: z.literal("utilisation"),
    metric: z.enum(utilisationMetrics),
  }),
} as const;
