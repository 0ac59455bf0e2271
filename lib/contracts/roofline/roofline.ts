/**
 * GET /api/v1/roofline?deployment=&model=&instance=&from=&to= returns the setting of a deployment, its roof, its
 * operating points now and over the window, their trail, and the batch sweep. The browser computes what-if and the
 * calculators with `lib/analysis/roofline` from `setting.resolved` and `whatIf`.
 */
import { z } from "zod";
import { computePrecisions } from "@/lib/model/roofline/precision";
import { defineContract } from "@/lib/contracts/contract";
import {
  absenceReason,
  labelValue,
  emptyObject,
  sentence,
  slug,
  timeExpression,
  timeWindow,
} from "@/lib/contracts/fields";
import { enginePoints, hardwarePoints, phasePoints, uncertainty, stepShares } from "./roofline-point";
import { rooflineSetting } from "./roofline-setting";
import { rooflineSweep } from "./roofline-sweep";

const practical = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("measured"), value: z.number(), source: z.string() }),
  z.object({ kind: z.literal("unknown") }),
]);

/** Schema of the roof of one accelerator. */
export const rooflineRoof = z.object({
  bandwidth: z.object({ bytesPerSecond: z.number(), practicalBytesPerSecond: practical }),
  /** One ceiling per precision for which the accelerator has a peak, the highest peak last. */
  ceilings: z.array(
    z.object({
      precision: z.enum(computePrecisions),
      flopsPerSecond: z.number(),
      practicalFlopsPerSecond: practical,
      ridgeFlopPerByte: z.number(),
      /** True for the precision of the model's arithmetic. Utilisation is relative to this ceiling. */
      isUsed: z.boolean(),
    }),
  ),
  /** True when the accelerator has no units for the model's precision and widens numbers first. */
  isPrecisionWidened: z.boolean(),
});

const suspect = z.object({
  kind: z.enum([
    "accelerator",
    "weight-format",
    "kv-format",
    "accelerator-count",
    "tensor-parallel",
    "step-limit",
    "sparse-peak",
    "slow-memory",
    "other-work",
    "shared-reads",
    "architecture",
  ]),
  /**
   * Value that would explain the disagreement, in the form that `setting` accepts: an accelerator id, a format or a
   * count. Null if the cause is not a value that can be set.
   */
  value: z.union([z.string(), z.number()]).nullable(),
  sentence,
});

const comparison = z.object({
  /** The other method's value divided by the counters' value. */
  ratio: z.number(),
  /** Fraction by which the two values may differ within their expected errors. */
  expected: uncertainty,
  agrees: z.boolean(),
});

/** Whether the accelerator's activity counters agree with the token counters. */
const agreement = z.object({
  agrees: z.boolean(),
  bytes: comparison,
  /** Null when matrix tiles are not full. */
  flops: comparison.nullable(),
  /**
   * "DRAM counters report 2.55 TB/s and the model predicts 2.63 TB/s: they differ by 3 %, up to 10 % is expected."
   */
  sentence,
  /** Possible causes, the likeliest first. Empty if the methods agree. */
  suspects: z.array(suspect),
  /**
   * Cause of the disagreement. Null when the methods agree. Servers older than this and the next field do not send
   * them.
   */
  cause: z.enum(["inputs", "machine", "cannot-tell"]).nullable().exactOptional(),
  /**
   * Evidence that would distinguish suspects that fit the measurements equally well. Null for a single explanation.
   */
  distinguishingEvidence: sentence.nullable().exactOptional(),
});

const engineAgreement = z.object({
  agrees: z.boolean(),
  flopsRatio: z.number(),
  bytesRatio: z.number(),
  sentence,
  suspects: z.array(sentence),
});

/**
 * Batch size above which decode becomes compute-bound, and the context length above which no batch size makes it
 * compute-bound.
 */
const decodeFacts = z.object({
  breakEvenBatch: z.number().nullable(),
  contextLimitTokens: z.number().nullable(),
});

/** Analysis of one period of time. */
const period = z.object({
  startMs: z.number(),
  endMs: z.number(),
  /**
   * Length of the time that has samples. Means are computed over this time. Servers older than this field do not send
   * it.
   */
  coveredMs: z.number().exactOptional(),
  decode: phasePoints,
  prefill: phasePoints,
  engine: enginePoints,
  hardware: hardwarePoints,
  /** Null when there is nothing to compare. */
  agreement: agreement.nullable(),
  engineAgreement: engineAgreement.nullable(),
  decodeShares: stepShares.nullable(),
  prefillShares: stepShares.nullable(),
  decodeFacts: decodeFacts.nullable(),
  /** Inputs that are probably wrong, likeliest first. Empty unless a point is impossible or suspicious. */
  wrongInputs: z.array(
    suspect.extend({
      /** Utilisation with the corrected input. Null when it cannot be derived. */
      correctedUtilisation: z.object({ mfuRatio: z.number(), mbuRatio: z.number() }).nullable(),
    }),
  ),
});

/** Change of the bandwidth utilisation of decode, or of the peak utilisation of prefill if nothing decodes. */
const change = z.object({
  phase: z.enum(["decode", "prefill"]),
  /** Approximate time of the change. */
  atMs: z.number(),
  beforeRatio: z.number(),
  afterRatio: z.number(),
  sentence,
});

/** Operating points of the intervals as columns, oldest interval first. An interval without a point is absent. */
const trail = z.object({
  atMs: z.array(z.number()),
  intensityFlopPerByte: z.array(z.number()),
  flopsPerSecond: z.array(z.number()),
  isMixed: z.array(z.boolean()),
});

const shareSeries = z.array(z.number().nullable());
const shareRange = z.object({ lower: shareSeries, upper: shareSeries });

/**
 * MFU and MBU of the window as time series. Each value covers both phases and the full interval, including idle time.
 * A value is 0 if nothing ran, and null if it is unknown.
 */
const utilisation = z.object({
  atMs: z.array(z.number()),
  mfuRatio: shareSeries,
  mbuRatio: shareSeries,
  /** Range of the expected error. Servers older than this and the following fields do not send them. */
  mfuRange: shareRange.exactOptional(),
  mbuRange: shareRange.exactOptional(),
  /** Number of steps behind each value. */
  n: shareSeries.exactOptional(),
  /** Ranges of intervals without a value, with the reason. The first and the last index are part of the range. */
  gaps: z
    .array(
      z.object({
        fromIndex: z.number().int(),
        toIndex: z.number().int(),
        reason: absenceReason,
        detail: z.string(),
      }),
    )
    .exactOptional(),
});

/** Schema of the KV cache of one instance: how much of it is in use, or its capacity. */
export const engineCache = z.discriminatedUnion("kind", [
  /** This many sequences of this many tokens fill `usageRatio` of the cache. */
  z.object({
    kind: z.literal("in-use"),
    usageRatio: z.number(),
    sequences: z.number(),
    contextTokens: z.number(),
  }),
  z.object({ kind: z.literal("capacity"), tokens: z.number() }),
]);

/** Measured state from which a what-if calculation starts. A field is null if its value is unknown. */
const whatIf = z.object({
  batch: z.number(),
  contextTokens: z.number(),
  promptTokens: z.number(),
  cachedPromptTokens: z.number(),
  /** Fraction of memory that the engine may use. */
  usableMemoryRatio: z.number(),
  /** Time of one decode step. */
  stepSeconds: z.number().nullable(),
  promptSeconds: z.number().nullable(),
  /** Waiting requests of one instance. */
  waitingRequests: z.number().nullable(),
  kvUsageRatio: z.number().nullable(),
  /**
   * Capacity of the cache of one instance, which may be less than memory allows. Servers older than this field do not
   * send it.
   */
  engineCache: engineCache.nullable().exactOptional(),
});

const pool = z.object({
  role: z.enum(["prefill", "decode", "both"]),
  instanceCount: z.number().int().nullable(),
  /** One sentence that summarises the pool. `detail` adds the consequence. */
  headline: sentence,
  detail: sentence,
  /**
   * A lasting change within the period `now`. The points and shares of `now` are then means over the time before and
   * after the change. Null without a change, or if the intervals are too long to detect a change. Servers older than
   * this field do not send it.
   */
  change: change.nullable().exactOptional(),
  /** The last five minutes of the window. */
  now: period,
  /** The entire window. */
  fullWindow: period,
  trail: z.object({
    stepMs: z.number(),
    /** Duration of each interval. */
    intervalMs: z.number(),
    intervalCount: z.number().int(),
    decode: trail,
    prefill: trail,
  }),
  /** Servers older than this field do not send it. */
  utilisation: utilisation.exactOptional(),
  sweep: rooflineSweep,
  /** Null when nothing decodes. */
  whatIf: whatIf.nullable(),
});

const about = {
  asOfMs: z.number(),
  /** Server time of the response. It is later than the time of the data if the data are old. */
  serverNowMs: z.number().exactOptional(),
  window: timeWindow,
  deployment: z.object({ id: z.string(), slug, title: z.string(), model: z.string() }),
};

/** Schema of the Roofline page's data for a deployment whose roofline is known. */
export const rooflinePageData = z
  .object({
    state: z.literal("answered"),
    ...about,
    source: z.object({ slug: z.string(), version: z.string().nullable() }),
    engine: z.object({ id: z.string(), title: z.string(), version: z.string().nullable() }),
    sampleSpacingMs: z.number().nullable(),
    stale: z.object({ sinceMs: z.number(), code: z.string(), reason: z.string() }).nullable(),
    warnings: z.array(z.string()),
    queries: z.array(z.object({ input: z.string(), promql: z.string() })),
    setting: rooflineSetting,
    /** Null while the accelerator is unknown, or when it has no peak for the model's precision. */
    roof: rooflineRoof.nullable(),
    /** Why there is no pool and what to configure. Null when there are pools. */
    unavailableReason: sentence.nullable(),
    /**
     * Time of the newest known sample of the deployment if the window has no sample. Null if the window has samples.
     * Servers older than this field do not send it.
     */
    emptyWindow: z.object({ newestDataAtMs: z.number() }).nullable().exactOptional(),
    pools: z.array(pool),
  })
  .meta({ id: "RooflinePage" });

const rooflineResponse = z.discriminatedUnion("state", [
  rooflinePageData,
  /** The result is not ready. A later request returns it. */
  z.object({ state: z.literal("pending"), ...about, elapsedMs: z.number() }),
]);

/** Returns the roofline of a deployment: its ceilings, its measured points, and the bound of each phase. */
export const rooflineContract = defineContract({
  id: "roofline",
  method: "GET",
  path: "/api/v1/roofline",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({
    deployment: slug,
    model: labelValue.optional(),
    instance: labelValue.optional(),
    from: timeExpression.default("now-1h"),
    to: timeExpression.default("now"),
  }),
  body: emptyObject,
  response: rooflineResponse,
});

/** Response of `GET /api/v1/roofline`. */
export type RooflineResponse = z.infer<typeof rooflineResponse>;
/** Data of the Roofline page for a deployment whose roofline is known. */
export type RooflinePageData = Extract<RooflineResponse, { state: "answered" }>;
/** Roofline of one pool: operating points, utilisation over time and batch sweep. */
export type RooflinePool = RooflinePageData["pools"][number];
/** Roofline analysis of one pool over one period, with sentences. */
export type RooflinePeriodAnalysis = z.infer<typeof period>;
/** Roof of an accelerator: bandwidth and peaks by precision. */
export type RooflineRoof = z.infer<typeof rooflineRoof>;
/** Operating points over the intervals of the window. */
export type RooflineTrail = z.infer<typeof trail>;
/** Possible cause of a disagreement between the methods, with its sentence. */
export type RooflineSuspect = z.infer<typeof suspect>;
/** Whether GPU counters agree with the token counters, with possible causes of a difference. */
export type RooflineAgreement = z.infer<typeof agreement>;
/** MFU and MBU of the steps in each interval of the window. */
export type RooflineUtilisation = z.infer<typeof utilisation>;
/** Current scenario of a pool, from which what-if changes are computed in the browser. */
export type WhatIfBase = z.infer<typeof whatIf>;
