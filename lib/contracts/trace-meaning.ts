/** What a deployment's trace services and phase rules find, before they are saved; and which services its source of traces has. */
import { z } from "zod";
import { phaseIds } from "@/lib/model/phase";
import { defineContract } from "./contract";
import { deploymentId, phases, traceServices } from "./discovery";
import { nothing, timeWindow } from "./fields";

export const traceServicesContract = defineContract({
  id: "deployment-trace-services",
  method: "GET",
  path: "/api/v1/deployments/[deploymentId]/trace-services",
  access: "read",
  timeLimitMs: 8_000,
  maxBodyBytes: 0,
  params: z.strictObject({ deploymentId }),
  query: nothing,
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    source: z.string(),
    /** In the order of their names. */
    services: z.array(
      z.object({
        name: z.string(),
        /** The other deployment that it is a service of; null where there is none. */
        owner: z.string().nullable(),
      }),
    ),
    /** More than an answer holds. */
    unlistedCount: z.number().int(),
  }),
});

const share = z.number();

export const traceMeaningContract = defineContract({
  id: "trace-meaning",
  method: "POST",
  path: "/api/v1/traces/meaning",
  access: "read",
  timeLimitMs: 30_000,
  maxBodyBytes: 64 * 1_024,
  params: nothing,
  query: nothing,
  body: z.strictObject({
    deployment: deploymentId,
    /** As if these were its services; those it has when absent. */
    traceServices: traceServices.optional(),
    /** As if these were its rules; those it has when absent. */
    phases: phases.optional(),
  }),
  response: z.object({
    asOfMs: z.number(),
    window: timeWindow,
    /** The service whose newest requests were read; null where the deployment has none. */
    service: z.string().nullable(),
    requests: z.number().int(),
    /** The window has more requests than were read. */
    isTruncated: z.boolean(),
    /** By service of the deployment, in its order: what those requests hold of it. */
    services: z.array(
      z.object({ name: z.string(), spans: z.number().int(), traces: z.number().int(), share }),
    ),
    /** By rule, in their order: the spans for which it is the first that holds. */
    rules: z.array(z.object({ spans: z.number().int(), traces: z.number().int(), share })),
    /** Shares of the requests' time, and by the rules that are saved, of the very same requests; together 1 where there are any. */
    phases: z.array(z.object({ phase: z.enum(phaseIds), share, savedShare: share })),
    /** Operations that no rule knows, with the largest share of time first. */
    unknown: z.array(z.object({ service: z.string(), name: z.string(), spans: z.number().int(), share })),
    unknownCount: z.number().int(),
  }),
});

export type TraceServicesResponse = z.infer<typeof traceServicesContract.response>;
export type TraceMeaningBody = z.input<typeof traceMeaningContract.body>;
export type TraceMeaningResponse = z.infer<typeof traceMeaningContract.response>;
