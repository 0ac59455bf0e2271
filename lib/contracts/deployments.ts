/** The deployments door: what scope pickers, the palette and page titles need. */
import { z } from "zod";
import { engineIds } from "@/lib/model/deployment";
import { families } from "@/lib/model/signal-definition";
import { defineContract } from "./contract";
import { nothing, slug } from "./fields";

export const deploymentsContract = defineContract({
  id: "deployments",
  method: "GET",
  path: "/api/v1/deployments",
  access: "read",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: nothing,
  query: nothing,
  body: nothing,
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
          /** The label that tells why a request ended; null where the engine does not tell. */
          finishReasonLabel: z.string().nullable(),
          /** False for a training job, of which no signal of serving can be had. */
          servesRequests: z.boolean(),
        }),
        instances: z.array(z.string()),
        /** Kinds of exporters joined to it. */
        families: z.array(z.enum(families)),
        traceServices: z.array(z.string()),
        metricsSource: z.string(),
        tracesSource: z.string().nullable(),
        lastSeenAtMs: z.number(),
        /** When it was last seen, once it is gone for an hour though its source answers. */
        inactiveSinceMs: z.number().nullable(),
        /** False for hidden ones and those gone for a day: links to them work, pickers leave them out. */
        isListed: z.boolean(),
        /** Slugs that lead here too. */
        formerSlugs: z.array(z.string()),
      }),
    ),
    /** Former slugs to present ones: links with them still work. */
    aliases: z.record(slug, slug),
    /** Set when rows come from memory because the database does not answer. */
    fromMemorySinceMs: z.number().nullable(),
  }),
});

export type DeploymentsResponse = z.infer<typeof deploymentsContract.response>;
