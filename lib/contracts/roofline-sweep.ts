/** The batch sweep of a window's history: how a decode step grows with its batch, what a larger one still buys, and why it flattens. */
import { z } from "zod";
import { sentence } from "./fields";

const estimate = z.object({ value: z.number(), lower: z.number(), upper: z.number() });

const group = z.object({
  /** Sequences in a step, from counters. */
  batch: z.number(),
  itlSeconds: z.number(),
  /** Of all instances. */
  tokensPerSecond: z.number(),
  /** Slices of the window in it. */
  n: z.number().int(),
  seconds: z.number(),
  /** Where a step of this batch stands on the roof; null where it cannot be placed. */
  point: z.object({ intensityFlopPerByte: z.number(), flopsPerSecond: z.number() }).nullable(),
});

const fit = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("fit"),
    /** a of ITL = a + b·B, with its 95 % interval. */
    baseSeconds: estimate,
    /** b. */
    perSequenceSeconds: estimate,
    /** The largest |step ÷ line − 1|. */
    largestErrorRatio: z.number(),
    n: z.number().int(),
    /** Batch from which a doubling buys less than 10 %; null where the interval does not tell. */
    kneeBatch: estimate.nullable(),
    /** Tokens a second of one instance that no batch exceeds; null where the slope is not surely above 0. */
    ceilingTokensPerSecond: estimate.nullable(),
    /**
     * Where the knee lies beyond the batch that is set, that memory or the engine's cache holds at the present context, or beyond twice
     * the largest seen: then neither it nor the ceiling is told. Null where it does not. Not sent by servers older than the field.
     */
    kneeBeyond: z
      .object({ limit: z.enum(["configured", "memory", "cache", "observed"]), batch: z.number() })
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

/** At the batch that runs now. */
const atCurrentBatch = z.object({
  batch: z.number(),
  /** Share of the ceiling that is not reached; null without one. */
  unusedCeilingRatio: z.number().nullable(),
  /** Share by which twice as many sequences would raise throughput; null without a fit. */
  doublingGainRatio: z.number().nullable(),
  /** Its 95 % interval, and what a slight bend of the line leaves open. Not sent by servers older than the field. */
  doublingGainRange: z.object({ lower: z.number(), upper: z.number() }).nullable().exactOptional(),
  /** Read from MBU, MFU and the split of bytes, never from the curve. */
  cause: z.object({
    kind: z.enum(["kv-reads", "weight-reads", "compute", "communication", "overhead", "mixed"]),
    /** Share of the bytes that is cache; null where bytes are not what matters. */
    kvRatio: z.number().nullable(),
    sentence,
  }),
  /** Null where waiting requests or the use of the cache are not known, or steps of one batch took different times. */
  advice: z
    .object({
      kind: z.enum(["worth-trying", "not-worth"]),
      reasons: z.array(z.enum(["nothing-waits", "cache-full", "kv-reads", "compute"])),
      sentence,
    })
    .nullable(),
});

export const rooflineSweep = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("swept"),
    /** Smallest batch first. */
    groups: z.array(group),
    fit,
    here: atCurrentBatch.nullable(),
    /** Slices of the window that tell nothing, by reason. */
    excluded: z.object({
      nothingDecoded: z.number().int(),
      mostlyPrefill: z.number().int(),
      /** Its counters do not cover its time. Not sent by servers older than the field. */
      notCovered: z.number().int().exactOptional(),
    }),
    sentence,
  }),
  z.object({ state: z.literal("none"), sentence }),
]);

export type RooflineSweep = z.infer<typeof rooflineSweep>;
