/** Data check endpoint: result of every query for one deployment. */
import { z } from "zod";
import { dataCheckOutcomes, checkReasons } from "@/lib/model/data-check";
import { engineIds } from "@/lib/model/deployment/deployment";
import { defineContract } from "./contract";
import { downSince, emptyObject, signalId, slug } from "./fields";

const checkRow = z.object({
  signal: signalId,
  outcome: z.enum(dataCheckOutcomes),
  reason: z.enum(checkReasons).nullable(),
  detail: z.string(),
  downSince: downSince.exactOptional(),
  howToEnable: z.string().nullable(),
  value: z.number().nullable(),
  caveat: z.string().nullable(),
  queries: z.array(z.string()),
});

/** Checks for each signal of a deployment whether its metric exists, is recent and is plausible. */
export const dataCheckContract = defineContract({
  id: "data-check",
  method: "GET",
  path: "/api/v1/data-check",
  timeLimitMs: 20_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({ deployment: slug }),
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    deployment: z.object({ slug, title: z.string() }),
    engine: z.object({ id: z.enum(engineIds), title: z.string() }),
    attachments: z.array(z.object({ title: z.string(), family: z.string() })),
    rows: z.array(checkRow),
  }),
});

/** Response of `GET /api/v1/data-check`. */
export type DataCheckResponse = z.infer<typeof dataCheckContract.response>;
