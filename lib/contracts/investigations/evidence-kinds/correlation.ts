/** Evidence from the correlation of two signals: the answers for both axes in a fixed window, and their relation. */
import { z } from "zod";
import { signalId } from "@/lib/contracts/fields";
import { answer, question } from "@/lib/contracts/signals";
import { fixedWindow } from "./fixed-window";
import { readTiming } from "./read-timing";

const estimate = z.object({ value: z.number(), lower: z.number(), upper: z.number() });
const counts = { n: z.number().int(), incompletePairs: z.number().int() } as const;

const constantSeries = z.enum(["x", "y", "both"]);

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
  z.object({ kind: z.literal("no-spread"), constantSeries, ...counts }),
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

const index = z.number().int().min(0);

const pointGroup = z.object({
  n: z.number().int(),
  /** Fraction of all points. */
  share: z.number(),
  /** Median of each signal, in display units. */
  centre: z.object({ x: z.number(), y: z.number() }),
  correlation: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("correlation"), spearman: estimate }),
    z.object({ kind: z.literal("too-few"), required: z.number().int() }),
    z.object({ kind: z.literal("no-spread"), constantSeries }),
  ]),
});

const groups = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("two-groups"),
      n: z.number().int(),
      first: pointGroup,
      second: pointGroup,
      separation: z.number(),
      /** Points of the grid in which the second group held. */
      secondRuns: z.array(z.object({ fromIndex: index, toIndex: index })).readonly(),
    }),
    z.object({ kind: z.literal("one-group"), n: z.number().int() }),
    z.object({ kind: z.literal("too-few"), n: z.number().int(), required: z.number().int() }),
    z.object({ kind: z.literal("no-spread"), n: z.number().int(), constantSeries }),
  ])
  .meta({ id: "PointGroups" });

const relation = z.object({
  correlation,
  lag,
  trend: z.object({
    kind: z.enum(["shared-trend", "both-slow", "none", "too-few", "no-spread"]),
    isConfirmedByDifferences: z.boolean().nullable(),
  }),
  stepMs: z.number(),
  /** Absent in copies that were stored before groups were computed. */
  groups: groups.exactOptional(),
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
      /** Absent if the server chooses the times from the scrape interval, as for a page that no one has opened. */
      timing: z.strictObject({ x: readTiming, y: readTiming }).exactOptional(),
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
