/** Evidence from the endpoint that analyses many requests: one of its pages in a fixed window. */
import { z } from "zod";
import { slug } from "@/lib/contracts/fields";
import { traceStudyContract } from "@/lib/contracts/traces/trace-study";
import { slownessMeasures, traceStudyLimits, studyParts } from "@/lib/model/traces/study-bounds";
import { fixedWindow } from "./fixed-window";
import { promptTextChoice } from "./prompt-text";
import { storedConditions } from "./stored-conditions";

/** Schemas of an analysis of many requests as evidence: the question, and the stored answer. */
export const traceStudyEvidence = {
  question: z.strictObject({
    endpoint: z.literal("trace-study"),
    /** Part of the analysis that is drawn. */
    part: z.enum(studyParts),
    deployment: slug,
    window: fixedWindow,
    n: z.number().int().min(traceStudyLimits.minTraces).max(traceStudyLimits.maxTraces).nullable(),
    slowBy: z.enum(slownessMeasures).nullable(),
    slowQuantile: z.number().min(0.5).max(0.999).nullable(),
    slowOverMs: z.number().positive().max(86_400_000).nullable(),
    ...storedConditions,
    ...promptTextChoice,
  }),
  data: z.object({
    endpoint: z.literal("trace-study"),
    analysis: traceStudyContract.response,
    /** Rows of attributes with prompt or completion text that are not stored. 0 if the question includes the text. */
    droppedRowCount: z.number().int(),
    ...promptTextChoice,
  }),
} as const;
