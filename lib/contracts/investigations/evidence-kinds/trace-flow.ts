/** Evidence from the service flow endpoint: the calls between services in a fixed window. */
import { z } from "zod";
import { slug } from "@/lib/contracts/fields";
import { traceFlowContract } from "@/lib/contracts/traces/trace-flow";
import { comparisonPattern, comparisonFormatHint } from "@/lib/model/comparison/compared-window";
import { traceStudyLimits } from "@/lib/model/traces/study-bounds";
import { fixedWindow } from "./fixed-window";
import { storedConditions } from "./stored-conditions";

/** Schemas of the calls between services as evidence: the question, and the stored answer. */
export const traceFlowEvidence = {
  question: z.strictObject({
    endpoint: z.literal("trace-flow"),
    deployment: slug,
    window: fixedWindow,
    /** The other window, relative to the fixed one. */
    cmp: z.string().regex(comparisonPattern, comparisonFormatHint).nullable(),
    n: z.number().int().min(traceStudyLimits.minTraces).max(traceStudyLimits.maxTraces).nullable(),
    ...storedConditions,
  }),
  data: z.object({ endpoint: z.literal("trace-flow"), flow: traceFlowContract.response }),
} as const;
