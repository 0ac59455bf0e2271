/** Result of a what-if: ceilings before and after a change, estimates, remarks, and the operating point after the change. */
import { z } from "zod";
import { engineCache, rooflineRoof } from "./roofline";

const ceiling = z.object({
  stepSeconds: z.number(),
  tpotSeconds: z.number(),
  /** Without queueing and frontend. */
  ttftSeconds: z.number(),
  tokensPerSecond: z.number(),
  /** Null without a price. */
  costPerMillionTokens: z.number().nullable(),
  memoryFit: z.object({
    kind: z.enum(["fits", "does-not-fit"]),
    neededBytes: z.number(),
    usableBytes: z.number(),
  }),
});

const expectedRun = z.object({ stepSeconds: z.number(), tokensPerSecond: z.number() });

/** The browser words each remark as a sentence. */
const remark = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["another-model", "widened", "link-unknown", "vendor-bandwidth"]) }),
  z.object({ kind: z.literal("does-not-fit"), missingBytes: z.number() }),
  z.object({ kind: z.literal("exceeds-max-batch"), maxBatch: z.number() }),
  z.object({ kind: z.literal("engine-cache"), cache: engineCache, maxSequences: z.number() }),
  z.object({
    kind: z.literal("needs-requests"),
    additionalRequests: z.number(),
    waitingRequests: z.number().nullable(),
  }),
  z.object({ kind: z.literal("cache-reads-dominate"), kvBytesRatio: z.number() }),
  z.object({ kind: z.literal("beyond-one-machine"), tensor: z.number() }),
  z.object({ kind: z.literal("faster-than-bound"), measuredSeconds: z.number(), boundSeconds: z.number() }),
]);

/** Schema of the result of a what-if, per replica. */
export const whatIfResult = z.object({
  now: ceiling,
  after: ceiling,
  /** Measured values now, and their estimates after the change. Null without a measurement. They are not ceilings. */
  expected: z.object({
    step: z.object({ now: expectedRun, after: expectedRun }).nullable(),
    promptSeconds: z.object({ now: z.number(), after: z.number() }).nullable(),
  }),
  remarks: z.array(remark),
  /** Highest operating point of a decode step after the change, for one accelerator. */
  point: z.object({
    intensityFlopPerByte: z.number(),
    flopsPerSecond: z.number(),
    mfuRatio: z.number(),
    mbuRatio: z.number(),
  }),
  /** Resource that limits this decode step. "mixed": memory limits attention, and compute the weight matrices. */
  boundBy: z.enum(["memory", "compute", "communication", "mixed"]),
  /** The other accelerator and its roof. Null if the change does not include the accelerator. */
  otherAccelerator: z.object({ name: z.string(), roof: rooflineRoof }).nullable(),
});
