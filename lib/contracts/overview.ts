/** The overview door: every deployment's status and headline readings over the last five minutes, and the fleet in a sentence. */
import { z } from "zod";
import { statusIds } from "@/lib/model/status";
import { defineContract } from "./contract";
import { answer } from "./signals";
import { nothing, problem, reading, sentence, slug, timeExpression, timeWindow } from "./fields";

const row = z.object({
  slug,
  title: z.string(),
  model: z.string(),
  engine: z.object({ id: z.string(), title: z.string(), version: z.string().nullable() }),
  instances: z.number().int().nullable(),
  /** Gateways that serve the same model before it, outermost first: a request that passes both is one request. */
  gateways: z.array(z.object({ slug, title: z.string() })),
  /** What it passes requests on to. */
  backends: z.array(z.object({ slug, title: z.string() })),
});

/** The same readings in every row, in the units of their signals. */
const readings = z.object({
  ttftP95: reading,
  ttftMean: reading,
  tpotP95: reading,
  tpotMean: reading,
  requestRate: reading,
  outputTokenRate: reading,
  running: reading,
  waiting: reading,
  kvUsage: reading,
  errorRatio: reading,
});

const judged = row.extend({
  state: z.literal("judged"),
  status: z.object({
    id: z.enum(statusIds),
    /** When the present status began within the window, null when it was so already at the window's start. */
    sinceMs: z.number().nullable(),
    /** Every status that holds now, worst first; the first is `id`. */
    holding: z.array(z.enum(statusIds)),
  }),
  sentence,
  /** Why its source cannot be read and what mends it. With `stale` the readings are remembered ones, else every one is absent. */
  sourceError: z.object({ source: z.string(), reason: z.string(), fix: z.string() }).nullable(),
  readings,
  sparklines: z.object({ ttftP95: answer.nullable(), tpotP95: answer.nullable() }),
  asOfMs: z.number(),
  /** What the source said beside its data: then some of it may be missing. Not sent by servers older than the field. */
  warnings: z.array(z.string()).exactOptional(),
  stale: z.object({ sinceMs: z.number(), code: z.string(), reason: z.string() }).nullable(),
});

const pending = row.extend({ state: z.literal("pending"), forMs: z.number() });
const failed = row.extend({ state: z.literal("failed"), problem });

export const overviewContract = defineContract({
  id: "overview",
  method: "GET",
  path: "/api/v1/overview",
  access: "read",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: nothing,
  query: z.strictObject({
    from: timeExpression.default("now-6h"),
    to: timeExpression.default("now"),
    /** Only this one's row, under its present or a former slug: a page about one deployment does not have the whole fleet read. */
    deployment: slug.exactOptional(),
  }),
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    window: timeWindow,
    headline: sentence,
    counts: z.object({
      down: z.number(),
      unhealthy: z.number(),
      unknown: z.number(),
      idle: z.number(),
      ok: z.number(),
      pending: z.number(),
    }),
    /** Sums of counts and rates only; percentiles of different models are never pooled. */
    fleet: z.object({
      requestRate: reading,
      outputTokenRate: reading,
      running: reading,
      waiting: reading,
      errorRatio: reading,
      n: z.number().nullable(),
      /** Deployments that cannot be seen now and count in none of the sums. Not sent by servers older than the field. */
      excludedCount: z.number().int().exactOptional(),
    }),
    deployments: z.array(z.discriminatedUnion("state", [judged, pending, failed])),
  }),
});

export type OverviewResponse = z.infer<typeof overviewContract.response>;
export type OverviewRow = OverviewResponse["deployments"][number];
export type JudgedRow = Extract<OverviewRow, { state: "judged" }>;
