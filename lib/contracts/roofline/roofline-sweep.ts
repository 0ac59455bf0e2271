/**
 * Batch sweep of a window: how step time grows with batch size, what a larger batch would gain, and why throughput
 * flattens.
 */
import { z } from "zod";
import { sentence } from "@/lib/contracts/fields";

const estimate = z.object({ value: z.number(), lower: z.number(), upper: z.number() });

const group = z.object({
  /** Sequences per step, from counters. */
  batch: z.number(),
  itlSeconds: z.number(),
  /** Throughput of all instances. */
  tokensPerSecond: z.number(),
  /** Number of intervals of the window in this group. */
  intervalCount: z.number().int(),
  durationSeconds: z.number(),
  /** Position on the roofline of a step with this batch size. Null if it cannot be computed. */
  point: z.object({ intensityFlopPerByte: z.number(), flopsPerSecond: z.number() }).nullable(),
});

const fit = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("fit"),
    /** Base step time: a in ITL = a + b·B, where B is the batch size. With its 95 % confidence interval. */
    baseSeconds: estimate,
    /** Additional time per sequence: b in ITL = a + b·B. With its 95 % confidence interval. */
    perSequenceSeconds: estimate,
    /** Largest |step time ÷ fitted time − 1|. */
    largestErrorRatio: z.number(),
    n: z.number().int(),
    /** Batch size above which doubling the batch gains less than 10 % throughput. Null if the confidence interval is too wide. */
    kneeBatch: estimate.nullable(),
    /** Throughput of one instance, in tokens per second, that no batch size exceeds. Null unless the slope is significantly above 0. */
    ceilingTokensPerSecond: estimate.nullable(),
    /**
     * Limit of the batch size that is below the knee: the configured maximum, the capacity of memory or of the engine's
     * cache at the current context length, or twice the largest observed batch. If there is such a limit, the knee and the
     * ceiling are null. Null if the knee is within all limits. Servers older than this field do not send it.
     */
    kneeBeyond: z
      .object({ limitedBy: z.enum(["configured", "memory", "cache", "observed"]), batch: z.number() })
      .nullable()
      .exactOptional(),
  }),
  z.object({
    kind: z.literal("cannot-fit"),
    reason: z.enum([
      "too-few-steps",
      "too-few-batches",
      "batches-too-alike",
      "same-batch-differs",
      "levels-off",
      "steepens",
      "off-the-line",
      "too-uncertain",
    ]),
    sentence,
  }),
]);

/** Values at the current batch size. */
const atCurrentBatch = z.object({
  batch: z.number(),
  /** Unused fraction of the ceiling. Null without a ceiling. */
  unusedCeilingRatio: z.number().nullable(),
  /** Fraction by which doubling the batch would raise throughput. Null without a fit. */
  doublingGainRatio: z.number().nullable(),
  /**
   * 95 % confidence interval of the gain, widened for a slight curvature of the line. Servers older than this field
   *   do not send it.
   */
  doublingGainRange: z.object({ lower: z.number(), upper: z.number() }).nullable().exactOptional(),
  /** Cause of the plateau. It is derived from MBU, MFU and the split of bytes, not from the curve. */
  cause: z.object({
    kind: z.enum(["kv-reads", "weight-reads", "compute", "communication", "overhead", "mixed"]),
    /** Fraction of bytes that are KV cache. Null when bytes are not the limit. */
    kvBytesRatio: z.number().nullable(),
    sentence,
  }),
  /**
   * Null if the number of waiting requests or the cache usage is unknown, or if steps of the same batch size took
   * different times.
   */
  advice: z
    .object({
      kind: z.enum(["worth-trying", "not-worth"]),
      reasons: z.array(z.enum(["nothing-waits", "cache-full", "kv-reads", "compute"])),
      sentence,
    })
    .nullable(),
});

/** Schema of the batch sweep: how step time and throughput depend on the batch size. */
export const rooflineSweep = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("swept"),
    /** Smallest batch first. */
    groups: z.array(group),
    fit,
    atCurrentBatch: atCurrentBatch.nullable(),
    /** Number of unusable intervals by reason. */
    excluded: z.object({
      nothingDecoded: z.number().int(),
      mostlyPrefill: z.number().int(),
      /** Intervals that samples do not cover. Servers older than this field do not send it. */
      notCovered: z.number().int().exactOptional(),
    }),
    sentence,
  }),
  z.object({ state: z.literal("none"), sentence }),
]);

/** Batch sweep: how step time and throughput depend on the batch size. */
export type RooflineSweep = z.infer<typeof rooflineSweep>;
