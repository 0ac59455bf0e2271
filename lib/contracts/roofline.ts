/**
 * The roofline's door, GET /api/v1/roofline?deployment=&model=&instance=&from=&to=: what the deployment runs on, the roof of it, its
 * operating points now and over the window, the way they took, and the batch sweep. What-if and the calculators are worked out in the
 * browser by `lib/analysis/roofline` from `setting.resolved` and `whatIf`.
 */
import { z } from "zod";
import { computePrecisions } from "@/lib/model/precision";
import { defineContract } from "./contract";
import { absenceReason, labelValue, nothing, sentence, slug, timeExpression, timeWindow } from "./fields";
import { enginePlacement, hardwarePlacement, placement, spread, stepShares } from "./roofline-point";
import { rooflineSetting } from "./roofline-setting";
import { rooflineSweep } from "./roofline-sweep";

const practical = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("measured"), value: z.number(), source: z.string() }),
  z.object({ kind: z.literal("unknown") }),
]);

/** Of one accelerator. */
const roof = z.object({
  bandwidth: z.object({ bytesPerSecond: z.number(), practicalBytesPerSecond: practical }),
  /** One for each precision that has a peak, the highest last. */
  ceilings: z.array(
    z.object({
      precision: z.enum(computePrecisions),
      flopsPerSecond: z.number(),
      practicalFlopsPerSecond: practical,
      ridgeFlopPerByte: z.number(),
      /** What the model's arithmetic is done in; points are told against this one. */
      isUsed: z.boolean(),
    }),
  ),
  /** The accelerator has no units for the model's precision: numbers are widened first. */
  isWidened: z.boolean(),
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
  /** The value that would explain it, as `setting` takes it: an accelerator's id, a format, a count. Null where there is none to set. */
  value: z.union([z.string(), z.number()]).nullable(),
  sentence,
});

const comparison = z.object({
  /** The other way over the counters. */
  ratio: z.number(),
  /** Share by which they may differ. */
  expected: spread,
  agrees: z.boolean(),
});

/** Whether the accelerator's own counters tell the same story. */
const agreement = z.object({
  agrees: z.boolean(),
  bytes: comparison,
  /** Null where tiles are not full. */
  flops: comparison.nullable(),
  /** "The DRAM counter says 2.55 TB/s, these numbers say 2.63 TB/s: 3 % apart, 10 % expected." */
  sentence,
  /** Likeliest first; empty where they agree. */
  suspects: z.array(suspect),
  /** Where the cause lies; null where they agree. These are not sent by servers older than the fields. */
  cause: z.enum(["inputs", "machine", "cannot-tell"]).nullable().exactOptional(),
  /** That the suspects look alike in what was measured, and what would tell them apart; null where there is one explanation. */
  distinguishingEvidence: sentence.nullable().exactOptional(),
});

const engineAgreement = z.object({
  agrees: z.boolean(),
  flopsRatio: z.number(),
  bytesRatio: z.number(),
  sentence,
  suspects: z.array(sentence),
});

/** Decode as a sentence needs it. Batch from which compute would matter, and the context above which no batch makes it. */
const decodeFacts = z.object({
  breakEvenBatch: z.number().nullable(),
  contextLimitTokens: z.number().nullable(),
});

/** Everything of one stretch of time. */
const period = z.object({
  startMs: z.number(),
  endMs: z.number(),
  /** Of that, the time that samples cover and means are of. Not sent by servers older than the field. */
  coveredMs: z.number().exactOptional(),
  decode: placement,
  prefill: placement,
  engine: enginePlacement,
  hardware: hardwarePlacement,
  /** Null where there is nothing to compare. */
  agreement: agreement.nullable(),
  engineAgreement: engineAgreement.nullable(),
  decodeShares: stepShares.nullable(),
  prefillShares: stepShares.nullable(),
  decodeFacts: decodeFacts.nullable(),
  /** "Inputs wrong": likeliest first; empty unless a point is impossible or suspicious. */
  wrongInputs: z.array(
    suspect.extend({
      /** Null where it does not follow. */
      correctedUtilisation: z.object({ mfuRatio: z.number(), mbuRatio: z.number() }).nullable(),
    }),
  ),
});

/** Of the bandwidth that decode uses, or of the peak where nothing decodes. */
const change = z.object({
  phase: z.enum(["decode", "prefill"]),
  /** About when. */
  atMs: z.number(),
  beforeRatio: z.number(),
  afterRatio: z.number(),
  sentence,
});

/** Columns, oldest first; a slice in which nothing was placed is not there. */
const trail = z.object({
  atMs: z.array(z.number()),
  intensityFlopPerByte: z.array(z.number()),
  flopsPerSecond: z.array(z.number()),
  isMixed: z.array(z.boolean()),
});

const shareSeries = z.array(z.number().nullable());
const shareRange = z.object({ lower: shareSeries, upper: shareSeries });

/**
 * MFU and MBU as lines over the window: all phases together, over the whole of each slice, so idle time counts. One number for each
 * slice; 0 where nothing ran, null where it cannot be told.
 */
const utilisation = z.object({
  atMs: z.array(z.number()),
  mfuRatio: shareSeries,
  mbuRatio: shareSeries,
  /** The expected error. These and what follows are not sent by servers older than the fields. */
  mfuRange: shareRange.exactOptional(),
  mbuRange: shareRange.exactOptional(),
  /** Steps behind each. */
  n: shareSeries.exactOptional(),
  /** Why slices tell nothing; both indexes inclusive. */
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

/** What runs now, for moving a ghost point; null fields are not known. */
const whatIf = z.object({
  batch: z.number(),
  contextTokens: z.number(),
  promptTokens: z.number(),
  cachedPromptTokens: z.number(),
  /** Of the memory, what the engine may take. */
  usableRatio: z.number(),
  /** Of a decode step. */
  stepSeconds: z.number().nullable(),
  promptSeconds: z.number().nullable(),
  /** For one instance. */
  waitingRequests: z.number().nullable(),
  kvUsageRatio: z.number().nullable(),
  /** What the cache of one instance holds, which may be less than memory allows. Not sent by servers older than the field. */
  engineCache: z
    .discriminatedUnion("kind", [
      /** So many sequences of so many tokens fill that share of it. */
      z.object({
        kind: z.literal("in-use"),
        usageRatio: z.number(),
        sequences: z.number(),
        contextTokens: z.number(),
      }),
      z.object({ kind: z.literal("told"), tokens: z.number() }),
    ])
    .nullable()
    .exactOptional(),
});

const pool = z.object({
  role: z.enum(["prefill", "decode", "both"]),
  instances: z.number().int().nullable(),
  /** What the whole stands for in one sentence, and a second with what follows. */
  headline: sentence,
  detail: sentence,
  /**
   * That these minutes hold a change, so that points, shares and suspects of now are the mean of both sides; null where they hold none,
   * or slices of the window are too long to tell. Not sent by servers older than the field.
   */
  change: change.nullable().exactOptional(),
  /** The last five minutes of the window: the points. */
  now: period,
  /** The window as a whole: "on average over the hour". */
  fullWindow: period,
  trail: z.object({
    stepMs: z.number(),
    /** Over how long each slice speaks. */
    intervalMs: z.number(),
    intervalCount: z.number().int(),
    decode: trail,
    prefill: trail,
  }),
  /** Not sent by servers older than the field. */
  utilisation: utilisation.exactOptional(),
  sweep: rooflineSweep,
  /** Null while nothing decodes. */
  whatIf: whatIf.nullable(),
});

const about = {
  asOfMs: z.number(),
  window: timeWindow,
  deployment: z.object({ id: z.string(), slug, title: z.string(), model: z.string() }),
};

const rooflineResponse = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("answered"),
    ...about,
    source: z.object({ slug: z.string(), version: z.string().nullable() }),
    engine: z.object({ id: z.string(), title: z.string(), version: z.string().nullable() }),
    sampleSpacingMs: z.number().nullable(),
    stale: z.object({ sinceMs: z.number(), code: z.string(), reason: z.string() }).nullable(),
    warnings: z.array(z.string()),
    queries: z.array(z.object({ input: z.string(), promql: z.string() })),
    setting: rooflineSetting,
    /** Null while the accelerator is unknown, or has no peak for the model's precision. */
    roof: roof.nullable(),
    /** Why there is no pool below: what has to be said first. Null where there are pools. */
    unavailableReason: sentence.nullable(),
    pools: z.array(pool),
  }),
  /** Asked again it is found. */
  z.object({ state: z.literal("pending"), ...about, forMs: z.number() }),
]);

export const rooflineContract = defineContract({
  id: "roofline",
  method: "GET",
  path: "/api/v1/roofline",
  access: "read",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: nothing,
  query: z.strictObject({
    deployment: slug,
    model: labelValue.optional(),
    instance: labelValue.optional(),
    from: timeExpression.default("now-1h"),
    to: timeExpression.default("now"),
  }),
  body: nothing,
  response: rooflineResponse,
});

export type RooflineResponse = z.infer<typeof rooflineResponse>;
export type RooflinePageData = Extract<RooflineResponse, { state: "answered" }>;
export type RooflinePool = RooflinePageData["pools"][number];
export type RooflinePeriod = z.infer<typeof period>;
export type RooflineRoof = z.infer<typeof roof>;
export type RooflineTrail = z.infer<typeof trail>;
export type RooflineSuspect = z.infer<typeof suspect>;
export type RooflineAgreement = z.infer<typeof agreement>;
export type RooflineUtilisation = z.infer<typeof utilisation>;
export type WhatIfBase = z.infer<typeof whatIf>;
