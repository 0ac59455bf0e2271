/**
 * Overview endpoint: status and headline values of every deployment over the last five minutes, and a summary
 * sentence.
 */
import { z } from "zod";
import { statusTones } from "@/lib/model/status/status-tone";
import { statusIds } from "@/lib/status/statuses";
import { defineContract } from "./contract";
import { answer } from "./signals";
import { limits, emptyObject, problem, reading, sentence, slug, timeExpression, timeWindow } from "./fields";

const row = z.object({
  slug,
  title: z.string(),
  model: z.string(),
  engine: z.object({ id: z.string(), title: z.string(), version: z.string().nullable() }),
  instanceCount: z.number().int().nullable(),
  /** In canonical units. */
  limits,
  /** Gateways in front of the deployment, outermost first. A request that passes a gateway and an engine counts once. */
  gateways: z.array(z.object({ slug, title: z.string() })),
  /** Deployments to which this deployment forwards its requests. */
  backends: z.array(z.object({ slug, title: z.string() })),
});

/** Readings of each row, in the units of their signals. */
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
  /** Fraction of requests that their clients aborted. Aborted requests are not errors. */
  abortRatio: reading,
});

const judged = row.extend({
  state: z.literal("judged"),
  status: z.object({
    id: z.enum(statusIds),
    /** Word for the status, displayed next to its symbol. */
    label: z.string(),
    tone: z.enum(statusTones),
    /** Readings that caused a current status. The row highlights them. */
    affectedReadings: z.array(readings.keyof()),
    /** When the current status began. Null if it began before the window. */
    sinceMs: z.number().nullable(),
    /** All current statuses, worst first. The first equals `id`. */
    currentIds: z.array(z.enum(statusIds)),
  }),
  sentence,
  /**
   * Since when the problems exist, what happened before, the usual range, the affected requests and the next page.
   * A sentence is empty if its fact is not known; `missing` has the reasons. Absent without a problem, and from older
   * servers.
   */
  context: z
    .object({
      onset: sentence,
      usual: sentence,
      affected: sentence,
      next: sentence,
      missing: z.array(
        z.object({
          label: z.string(),
          reason: z.string(),
          /** Set while the fact is still being read. */
          isPending: z.literal(true).exactOptional(),
        }),
      ),
    })
    .exactOptional(),
  /**
   * Why the source is unreachable and how to fix it; null if it responds. If `stale` is set, the readings are cached.
   * Otherwise, all readings are absent.
   */
  sourceError: z.object({ source: z.string(), reason: z.string(), fix: z.string() }).nullable(),
  readings,
  sparklines: z.object({ ttftP95: answer.nullable(), tpotP95: answer.nullable() }),
  asOfMs: z.number(),
  /** Time since the server began to read newer values. Absent if it reads none, and from older servers. */
  elapsedMs: z.number().exactOptional(),
  /** Warnings returned by the source, which indicate that data may be missing. Absent from older servers. */
  warnings: z.array(z.string()).exactOptional(),
  stale: z.object({ sinceMs: z.number(), code: z.string(), reason: z.string() }).nullable(),
});

const pending = row.extend({ state: z.literal("pending"), elapsedMs: z.number() });
const failed = row.extend({ state: z.literal("failed"), problem });

/** Reads the Overview: one row per deployment with status and values. */
export const overviewContract = defineContract({
  id: "overview",
  method: "GET",
  path: "/api/v1/overview",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({
    from: timeExpression.default("now-6h"),
    to: timeExpression.default("now"),
    /** Returns only the row of this deployment, so that the pages of one deployment do not query all deployments. */
    deployment: slug.exactOptional(),
  }),
  body: emptyObject,
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
    /** Sums of counts and rates. Percentiles of different models are never combined. */
    fleet: z.object({
      requestRate: reading,
      outputTokenRate: reading,
      running: reading,
      waiting: reading,
      errorRatio: reading,
      abortRatio: reading,
      n: z.number().nullable(),
      /** Unreachable deployments, which are excluded from the sums. Absent from older servers. */
      excludedCount: z.number().int().exactOptional(),
    }),
    deployments: z.array(z.discriminatedUnion("state", [judged, pending, failed])),
  }),
});

/** Response of `GET /api/v1/overview`. */
export type OverviewResponse = z.infer<typeof overviewContract.response>;
/** Row of the Overview: a deployment with its status, or why it has none yet. */
export type OverviewRow = OverviewResponse["deployments"][number];
/** Row of the Overview with a status. */
export type JudgedRow = Extract<OverviewRow, { state: "judged" }>;
