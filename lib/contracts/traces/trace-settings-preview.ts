/**
 * Contracts of the trace settings: the services of a trace source, and a preview of trace services and phase rules
 * before they are saved.
 */
import { z } from "zod";
import { phaseIds } from "@/lib/model/traces/phase";
import { defineContract } from "@/lib/contracts/contract";
import { deploymentId, phases, traceServices } from "@/lib/contracts/discovery";
import { emptyObject, timeWindow } from "@/lib/contracts/fields";

/** Lists the services of the trace source, and the deployments that use them. */
export const traceServicesContract = defineContract({
  id: "deployment-trace-services",
  method: "GET",
  path: "/api/v1/deployments/[deploymentId]/trace-services",
  timeLimitMs: 8_000,
  maxBodyBytes: 0,
  params: z.strictObject({ deploymentId }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    source: z.string(),
    /** Sorted by name. */
    services: z.array(
      z.object({
        name: z.string(),
        /** Title of another deployment that uses this service; null when there is none. */
        owner: z.string().nullable(),
      }),
    ),
    /** Number of services beyond the response limit. */
    unlistedCount: z.number().int(),
  }),
});

const share = z.number();

/** Previews which phases the given rules find in recent traces. */
export const traceSettingsPreviewContract = defineContract({
  id: "trace-meaning",
  method: "POST",
  path: "/api/v1/traces/meaning",
  timeLimitMs: 30_000,
  maxBodyBytes: 64 * 1_024,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    deploymentId,
    /** Trace services to preview; the saved ones by default. */
    traceServices: traceServices.optional(),
    /** Phase rules to preview; the saved ones by default. */
    phases: phases.optional(),
  }),
  response: z.object({
    asOfMs: z.number(),
    window: timeWindow,
    /** Service whose newest requests were read; null when the deployment has no trace service. */
    service: z.string().nullable(),
    requestCount: z.number().int(),
    /** True if the window has more requests than were read. */
    isTruncated: z.boolean(),
    /** Spans per trace service of the deployment, in the deployment's order. */
    services: z.array(
      z.object({
        name: z.string(),
        spanCount: z.number().int(),
        traceCount: z.number().int(),
        requestTimeShare: share,
      }),
    ),
    /** Number of spans per rule, in the order of the rules. A span counts only for the first rule that matches. */
    rules: z.array(
      z.object({ spanCount: z.number().int(), traceCount: z.number().int(), requestTimeShare: share }),
    ),
    /**
     * Fraction of request time per phase with the previewed rules, and for the same requests with the saved rules. The
     * fractions of all phases add up to 1, unless the requests took no time.
     */
    phases: z.array(z.object({ phase: z.enum(phaseIds), share, savedShare: share })),
    /** Operations that match no rule, by fraction of request time, largest first. */
    unknown: z.array(
      z.object({
        service: z.string(),
        name: z.string(),
        spanCount: z.number().int(),
        requestTimeShare: share,
      }),
    ),
    unknownCount: z.number().int(),
  }),
});

/** Response of `GET /api/v1/deployments/[deploymentId]/trace-services`. */
export type TraceServicesResponse = z.infer<typeof traceServicesContract.response>;
/** Body of `POST /api/v1/traces/meaning`. */
export type TraceSettingsPreviewBody = z.input<typeof traceSettingsPreviewContract.body>;
/** Response of `POST /api/v1/traces/meaning`. */
export type TraceSettingsPreviewResponse = z.infer<typeof traceSettingsPreviewContract.response>;
