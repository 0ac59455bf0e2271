/**
 * Schemas of operating points in the roofline's response: their position, their expected error, and the reason when
 * there is none.
 */
import { z } from "zod";
import { absenceReason, sentence } from "@/lib/contracts/fields";

const range = z.object({ lower: z.number(), upper: z.number() });
/** Schema of the fractions by which the true value may be lower or higher. */
export const uncertainty = z.object({ lowerByRatio: z.number(), higherByRatio: z.number() });

/** Schema of the resource that limits a step. */
export const boundBy = z.enum(["compute", "memory", "communication", "overhead", "mixed"]);

/**
 * "impossible": the point is above the roof, so an input is wrong. "suspicious": utilisation is higher than any
 * published measurement.
 */
const judgement = z.object({
  kind: z.enum(["possible", "suspicious", "impossible"]),
  warnings: z.array(sentence),
});

/**
 * Schema of an operating point. Rates are per accelerator; MFU and MBU are fractions of the vendor's dense
 * peak and bandwidth.
 */
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
  /** Expected error of the values that the point is computed from. */
  error: z.object({ flops: uncertainty, bytes: uncertainty, time: uncertainty }),
  judgement,
  /** Composition of steps that compute prompts and decode together. Null for other steps. */
  mixedStep: z
    .object({ prefillTokens: z.number(), decodeTokens: z.number(), decodeFlopsRatio: z.number() })
    .nullable(),
});

/** Mean step of a phase, per accelerator. */
const step = z.object({
  stepSeconds: z.number(),
  /** Steps per second of one instance. */
  stepsPerSecond: z.number(),
  /** Number of steps of all instances, counted or derived from the counters. */
  n: z.number(),
  /** Fraction of time that the engine spends in steps of this phase. */
  busyRatio: z.number(),
  flops: z.number(),
  bytes: z.number(),
  weightBytes: z.number(),
  kvBytes: z.number(),
  /** Prompt tokens computed in the step. */
  promptTokens: z.number(),
  /** Sequences that decode in the step. */
  batch: z.number(),
  /** Origin of the batch size: the step counter, or the gaps between tokens. */
  batchSource: z.enum(["steps", "gaps"]).nullable(),
  /** Mean tokens that a running request attends to, and the origin of that number. Null when nothing decodes. */
  context: z
    .object({
      tokens: z.number(),
      source: z.enum(["kv-cache", "lengths", "mean-lengths", "token-counters"]),
      error: uncertainty,
    })
    .nullable(),
});

/** Schema of a roofline input without a value, with the reason. */
export const missingInput = z.object({
  input: z.string(),
  title: z.string(),
  reason: absenceReason,
  detail: z.string(),
  /** A sentence that states how to enable the metric. */
  howToEnable: z.string().exactOptional(),
});

/**
 * Schema of the operating points from token counters and the model architecture, or of the reason why there are none.
 * This is the primary method.
 */
export const phasePoints = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("available"), busy: operatingPoint, average: operatingPoint, step }),
  /** The phase did not run. */
  z.object({ kind: z.literal("idle"), sentence }),
  /** Decode only: almost every step also computed a prompt. The prefill point, which is mixed, covers these steps. */
  z.object({ kind: z.literal("mixed-only"), sentence }),
  /** The pool has a different role. */
  z.object({ kind: z.literal("other-role"), sentence }),
  z.object({ kind: z.literal("cannot-tell"), sentence, missing: z.array(missingInput) }),
]);

/**
 * Schema of the operating points from the engine's estimates of FLOPs and bytes, over both phases, or why
 * there are none.
 */
export const enginePoints = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("available"), busy: operatingPoint.nullable(), average: operatingPoint }),
  z.object({
    kind: z.literal("none"),
    sentence,
    /** A sentence that states how to enable the estimate. */
    howToEnable: z.string().exactOptional(),
  }),
]);

/**
 * Schema of the operating points of both phases together from GPU activity counters, or of the reason why there are
 * none.
 */
export const hardwarePoints = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("available"),
    busy: operatingPoint.nullable(),
    average: operatingPoint,
    dramActiveRatio: z.number(),
    tensorActiveRatio: z.number(),
    /** DRAM activity divided by 0.8, the highest activity reached in practice. */
    dramToPracticalMaxRatio: z.number(),
    /** "padded": matrix tiles are not full, so FLOP/s from tensor-core activity are not usable. */
    flopsMeaning: z.enum(["usable", "padded"]),
    /** Real clock divided by the clock for which the vendor states the peak. Null if unknown. Then 1 is assumed. */
    clockRatio: z.number().nullable(),
    /** Number of accelerators that report activity. */
    n: z.number().int(),
  }),
  z.object({ kind: z.literal("none"), sentence, missing: z.array(missingInput) }),
]);

/** Schema of the time of one step by cause. The shorter of memory and compute overlaps the longer one. */
export const stepShares = z.object({
  stepSeconds: z.number(),
  memorySeconds: z.number(),
  weightSeconds: z.number(),
  kvSeconds: z.number(),
  computeSeconds: z.number(),
  communicationSeconds: z.number(),
  otherSeconds: z.number(),
  overlapped: z.enum(["memory", "compute"]),
  /** Seconds by which the step is shorter than the sum of its parts. Above 0, an input is wrong. */
  impossibleSeconds: z.number(),
  boundBy,
  /**
   * Second bound, if two bounds take about equally long. Null for a single bound. Servers older than this field do not
   * send it.
   */
  secondBound: boundBy.nullable().exactOptional(),
  mfuRatio: z.number(),
  mbuRatio: z.number(),
  /** Bytes per second divided by `bandwidthBytesPerSecond`, the bandwidth from which the memory time is computed. */
  bandwidthUseRatio: z.number(),
  /** "delivered": bytes transferred per second of bus activity, used when memory is slower than its clock implies. */
  bandwidthKind: z.enum(["measured", "specified", "delivered"]),
  /** Bandwidth from which the memory time is computed. Servers older than this field do not send it. */
  bandwidthBytesPerSecond: z.number().exactOptional(),
  /** "Decode reads 14.9 GB per step at 71 % of the measured bandwidth and is memory-bound." */
  sentence,
});

/** Operating point in the response. */
export type RooflinePoint = z.infer<typeof operatingPoint>;
/** Operating points from token counters, or why there are none. */
export type PhasePointsResponse = z.infer<typeof phasePoints>;
/** Mean step of a phase: time, batch and context. */
export type RooflineStep = z.infer<typeof step>;
/** Operating points from the engine's estimates, or why there are none. */
export type EnginePointsResponse = z.infer<typeof enginePoints>;
/** Operating points from GPU activity counters, or why there are none. */
export type HardwarePointsResponse = z.infer<typeof hardwarePoints>;
/** Time of the mean step divided by cause, and the sentence about it. */
export type StepSharesResponse = z.infer<typeof stepShares>;
/** Roofline input without a value, with the reason. */
export type MissingInput = z.infer<typeof missingInput>;
