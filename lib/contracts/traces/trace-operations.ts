/**
 * Contract of the endpoint that lists the operations of a service by service name, for clients that do not know
 * deployments.
 */
import { z } from "zod";
import { traceApis } from "@/lib/model/traces/trace-reader";
import { defineContract } from "@/lib/contracts/contract";
import { emptyObject, sentence, slug, timeExpression, timeWindow } from "@/lib/contracts/fields";
import { studyOperations, studyRetrieval } from "./trace-study-parts";

/** Returns counts and times per operation of a service. */
export const traceOperationsContract = defineContract({
  id: "trace-operations",
  method: "GET",
  path: "/api/v1/traces/operations",
  timeLimitMs: 60_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({
    service: z.string().min(1).max(256),
    from: timeExpression.default("now-1h"),
    to: timeExpression.default("now"),
    n: z.coerce.number().int().min(1).max(5_000).default(500),
  }),
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    window: timeWindow,
    source: z.object({ slug: z.string(), version: z.string().nullable(), api: z.enum(traceApis) }),
    /** Deployment that the service belongs to; null when there is none. */
    deployment: slug.nullable(),
    retrieval: studyRetrieval,
    operations: studyOperations,
    /** Operation with the largest share of the critical path; null when no time passed. */
    bottleneck: sentence.nullable(),
  }),
});

/** Response of `GET /api/v1/traces/operations`. */
export type TraceOperationsResponse = z.infer<typeof traceOperationsContract.response>;
