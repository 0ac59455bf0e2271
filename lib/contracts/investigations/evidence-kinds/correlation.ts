/** Evidence from the correlation of two signals: the answers for both axes in a fixed window, and their relation. */
import { z } from "zod";
import { signalId } from "@/lib/contracts/fields";
import { answer, question } from "@/lib/contracts/signals";
import { fixedWindow } from "./fixed-window";

const estimate = z.object({ value: z.number(), lower: z.number(), upper: z.number() });
const counts = { n: z.number().int(), incompletePairs: z.number().int() } as const;

const correlation = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("correlation"),
    pearson: estimate,
    spearman: estimate,
    ...counts,
    /** Number of independent pairs that contain as much information. */
    effectiveN: z.number(),
    blockLength: z.number(),
  }),
  z.object({ kind: z.literal("too-few"), required: z.number().int(), ...counts }),
  z.object({ kind: z.literal("no-spread"), constantSeries: z.enum(["x", "y", "both"]), ...counts }),
]);

const lag = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("lag"),
    /** Lag in points; positive when the signal of the Y axis follows. */
    lag: z.number().int(),
    value: z.number(),
    /** Null with too few pairs. */
    valueAtZero: z.number().nullable(),
    isSignificant: z.boolean(),
  }),
  z.object({ kind: z.enum(["too-few", "no-spread"]) }),
]);

const relation = z.object({
  correlation,
  lag,
  trend: z.object({
    kind: z.enum(["shared-trend", "both-slow", "none", "too-few", "no-spread"]),
    isConfirmedByDifferences: z.boolean().nullable(),
  }),
  stepMs: z.number(),
});

/** Schemas of a correlation as evidence: the question, and the stored answer. */
export const correlationEvidence = {
  question: z
    .strictObject({
      endpoint: z.literal("correlation"),
      /** Signal of the X axis. */
      x: signalId,
      /** Signal of the Y axis. */
      y: signalId,
      scope: question.shape.scope.omit({ split: true }),
      window: fixedWindow,
    })
    .refine(({ x, y }) => x !== y, { path: ["y"], message: "must differ from the signal of the X axis" }),
  data: z.object({
    endpoint: z.literal("correlation"),
    /** Answer for the X axis. Its points are the grid of the pairs. */
    x: answer,
    /** Answer for the Y axis. */
    y: answer,
    relation,
  }),
} as const;
