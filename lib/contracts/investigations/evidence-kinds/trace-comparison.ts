/** Evidence from the endpoint that compares traces: two groups of requests, or two requests, in a fixed window. */
import { z } from "zod";
import { slug } from "@/lib/contracts/fields";
import { traceComparisonContract } from "@/lib/contracts/traces/trace-comparison";
import { comparedTimes, parseComparedGroup, traceComparisonLimits } from "@/lib/model/traces/compared-group";
import { epochMs } from "../request-fields";
import { fixedWindow } from "./fixed-window";
import { promptTextChoice } from "./prompt-text";
import { storedConditions } from "./stored-conditions";

/** The group as text, because questions are stored as they are sent. */
const group = z
  .string()
  .max(300)
  .refine((text) => parseComparedGroup(text) !== null, "must be a group of requests");

const { minTraces, maxTraces } = traceComparisonLimits;

/** Schemas of a comparison of traces as evidence: the question, and the stored answer. */
export const traceComparisonEvidence = {
  question: z.strictObject({
    endpoint: z.literal("trace-comparison"),
    /** Null only for two single traces. */
    deployment: slug.nullable(),
    window: fixedWindow,
    a: group,
    b: group,
    aDeployment: slug.nullable(),
    bDeployment: slug.nullable(),
    time: z.enum(comparedTimes),
    slowQuantile: z.number().min(0.5).max(0.999),
    slowOverMs: z.number().positive().max(86_400_000).nullable(),
    changeAtMs: epochMs.nullable(),
    comparedAttribute: z.string().min(1).max(256).nullable(),
    maxRequests: z.number().int().min(minTraces).max(maxTraces),
    ...storedConditions,
    ...promptTextChoice,
  }),
  data: z.object({
    endpoint: z.literal("trace-comparison"),
    comparison: traceComparisonContract.response,
    ...promptTextChoice,
    /** Rows of attributes with prompt or completion text that are not stored. 0 if the question includes the text. */
    droppedRowCount: z.number().int(),
  }),
} as const;
