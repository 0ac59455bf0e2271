/** Evidence from the trace endpoint: one request with its phases and the attributes of its spans. */
import { z } from "zod";
import { slug } from "@/lib/contracts/fields";
import { spanContract, traceContract, traceId } from "@/lib/contracts/traces/traces";
import { promptTextChoice } from "./prompt-text";

/** Schemas of one trace as evidence: the question, and the stored answer. */
export const traceEvidence = {
  question: z.strictObject({
    endpoint: z.literal("trace"),
    traceId,
    clock: z.enum(["raw", "corrected"]),
    /** Deployment whose phase rules apply. If absent, the phase rules of the deployment with the services of the trace apply. */
    deployment: slug.exactOptional(),
    ...promptTextChoice,
  }),
  data: z.object({
    endpoint: z.literal("trace"),
    trace: traceContract.response,
    ...promptTextChoice,
    /**
     * Details by span id, without the text of prompts and completions unless the question includes it. Null if they do
     * not fit into the size limit of evidence next to the trace.
     */
    spans: z.record(z.string(), spanContract.response.omit({ asOfMs: true })).nullable(),
  }),
} as const;
