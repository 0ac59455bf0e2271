/** Deployments endpoint: data for deployment pickers, search and page titles. */
import { z } from "zod";
import { engineIds } from "@/lib/model/deployment/deployment";
import { families } from "@/lib/model/signals/signal-definition";
import { defineContract } from "./contract";
import { limits, emptyObject, slug } from "./fields";

/** Lists the deployments that the caller may read. */
export const deploymentsContract = defineContract({
  id: "deployments",
  method: "GET",
  path: "/api/v1/deployments",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    deployments: z.array(
      z.object({
        id: z.string(),
        slug,
        title: z.string(),
        model: z.string(),
        engine: z.object({
          id: z.enum(engineIds),
          title: z.string(),
          version: z.string().nullable(),
          /** Label with the finish reason of requests. Null if the engine does not report it. */
          finishReasonLabel: z.string().nullable(),
          /** False for a training job, which has no serving signals. */
          servesRequests: z.boolean(),
        }),
        /** In canonical units. */
        limits,
        instances: z.array(z.string()),
        /** Families of the joined exporters. */
        families: z.array(z.enum(families)),
        traceServices: z.array(z.string()),
        metricsSource: z.string(),
        tracesSource: z.string().nullable(),
        lastSeenAtMs: z.number(),
        /** Time of the last sample, if the deployment has had no sample for an hour although the source responds; otherwise null. */
        inactiveSinceMs: z.number().nullable(),
        /**
         * False for hidden deployments and those without samples for a day. Links to them work, but pickers omit
         * them.
         */
        isListed: z.boolean(),
        /** Former slugs that redirect to this deployment. */
        formerSlugs: z.array(z.string()),
      }),
    ),
    /** Former slugs with the current slug, so that old links work. */
    aliases: z.record(slug, slug),
    /** Since when cached data is used, because the database does not respond. Null otherwise. */
    fromMemorySinceMs: z.number().nullable(),
  }),
});

/** Response of `GET /api/v1/deployments`. */
export type DeploymentsResponse = z.infer<typeof deploymentsContract.response>;
