/** Operating points as the roofline's door tells them: where they stand, how far they may be off, and why there is none. */
import { z } from "zod";
import { absenceReason, sentence } from "./fields";

export const range = z.object({ lower: z.number(), upper: z.number() });
/** Shares by which the truth may be lower or higher. */
export const spread = z.object({ belowRatio: z.number(), aboveRatio: z.number() });

export const boundBy = z.enum(["compute", "memory", "communication", "overhead", "mixed"]);

/** "impossible": above the roof, an input is wrong. "suspicious": nobody was ever seen so near to it. */
const judgement = z.object({
  kind: z.enum(["possible", "suspicious", "impossible"]),
  warnings: z.array(sentence),
});

/** Of one accelerator. MFU and MBU are shares of the vendor's dense peak and bandwidth. */
export const operatingPoint = z.object({
  method: z.enum(["counters", "engine", "hardware"]),
  phase: z.enum(["decode", "prefill", "all"]),
  time: z.enum(["busy", "average"]),
  flopsPerSecond: z.number(),
  flopsPerSecondRange: range,
  bytesPerSecond: z.number(),
  intensityFlopPerByte: z.number(),
  intensityFlopPerByteRange: range,
  mfuRatio: z.number(),
  mbuRatio: z.number(),
  /** The expected error of what the point is made of. */
  error: z.object({ flops: spread, bytes: spread, time: spread }),
  judgement,
  /** Its steps compute prompts and decode at once; null where they do not. */
  mixed: z
    .object({ prefillTokens: z.number(), decodeTokens: z.number(), decodeFlopsRatio: z.number() })
    .nullable(),
});

/** One accelerator's part of the mean step of a phase. */
const step = z.object({
  stepSeconds: z.number(),
  /** Of one instance. */
  stepsPerSecond: z.number(),
  /** Steps that were counted or follow from the counts, of all instances. */
  n: z.number(),
  /** Share of the time in such steps. */
  busyRatio: z.number(),
  flops: z.number(),
  bytes: z.number(),
  weightBytes: z.number(),
  kvBytes: z.number(),
  /** Of prompts, computed in the step. */
  promptTokens: z.number(),
  /** Sequences that decode in it. */
  batch: z.number(),
  /** How the batch was had: steps counted, or gaps between tokens. */
  batchFrom: z.enum(["steps", "gaps"]).nullable(),
  /** Tokens that a running request attends to, and from what that is known; null where nothing decodes. */
  context: z
    .object({
      tokens: z.number(),
      from: z.enum(["kv-cache", "lengths", "mean-lengths", "token-counters"]),
      error: spread,
    })
    .nullable(),
});

/** An input that was asked for and is not there. */
export const missingInput = z.object({
  input: z.string(),
  title: z.string(),
  reason: absenceReason,
  detail: z.string(),
  /** What would add it. */
  flag: z.string().exactOptional(),
});

/** From token counters and the model's shape, the primary way. */
export const placement = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("available"), busy: operatingPoint, average: operatingPoint, step }),
  /** Nothing of that phase ran. */
  z.object({ kind: z.literal("idle"), sentence }),
  /** Of decode: hardly a step computed no prompt as well; the point is that of prefill, which is mixed. */
  z.object({ kind: z.literal("mixed-only"), sentence }),
  /** The pool has another role. */
  z.object({ kind: z.literal("other-role"), sentence }),
  z.object({ kind: z.literal("cannot-tell"), sentence, missing: z.array(missingInput) }),
]);

/** From the engine's own estimates: the same arithmetic done elsewhere, phases together. */
export const enginePlacement = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("available"), busy: operatingPoint.nullable(), average: operatingPoint }),
  z.object({
    kind: z.literal("none"),
    sentence,
    /** What would add it. */
    flag: z.string().exactOptional(),
  }),
]);

/** From the accelerator's own activity, the only independent way; phases together. */
export const hardwarePlacement = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("available"),
    busy: operatingPoint.nullable(),
    average: operatingPoint,
    dramActiveRatio: z.number(),
    tensorActiveRatio: z.number(),
    /** DRAM activity over the 0.8 that it reaches in practice. */
    dramOfPracticalRatio: z.number(),
    /** "padded": tiles are not full, so its FLOP/s say little. */
    flopsMeaning: z.enum(["usable", "padded"]),
    /** Real clock over the clock of the peak; null = not known, taken as 1. */
    clockRatio: z.number().nullable(),
    /** Accelerators that told it. */
    n: z.number().int(),
  }),
  z.object({ kind: z.literal("none"), sentence, missing: z.array(missingInput) }),
]);

/** Where the time of a step goes. Of memory and compute the shorter lies beneath the longer. */
export const stepShares = z.object({
  stepSeconds: z.number(),
  memorySeconds: z.number(),
  weightSeconds: z.number(),
  kvSeconds: z.number(),
  computeSeconds: z.number(),
  communicationSeconds: z.number(),
  otherSeconds: z.number(),
  overlapped: z.enum(["memory", "compute"]),
  /** By how much the step is shorter than its own parts; above 0 an input is wrong. */
  impossibleSeconds: z.number(),
  boundBy,
  /** What it is about as much bound by; null where one thing sets the pace. Not sent by servers older than the field. */
  nearTo: boundBy.nullable().exactOptional(),
  mfuRatio: z.number(),
  mbuRatio: z.number(),
  /** Bytes a second over the bandwidth that times are told against. */
  ofBandwidthRatio: z.number(),
  /** Delivered: what comes for each second in which the bus is busy, where memory is slower than it says. */
  bandwidthIs: z.enum(["measured", "printed", "delivered"]),
  /** Not sent by servers older than the field. */
  bandwidthBytesPerSecond: z.number().exactOptional(),
  /** "Decode reads 14.9 GB per step at 71 % of practical bandwidth: memory-bound; …" */
  sentence,
});

export type RooflinePoint = z.infer<typeof operatingPoint>;
export type RooflinePlacement = z.infer<typeof placement>;
export type RooflineStep = z.infer<typeof step>;
export type EnginePlacementResponse = z.infer<typeof enginePlacement>;
export type HardwarePlacementResponse = z.infer<typeof hardwarePlacement>;
export type StepSharesResponse = z.infer<typeof stepShares>;
export type MissingInput = z.infer<typeof missingInput>;
