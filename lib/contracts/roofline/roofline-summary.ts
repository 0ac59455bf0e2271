/**
 * Roofline summary of every deployment over five minutes. Overview requests it after its rows and shows it next to
 * them.
 */
import { z } from "zod";
import { defineContract } from "@/lib/contracts/contract";
import { emptyObject, problem, sentence, slug, timeExpression } from "@/lib/contracts/fields";
import { boundBy } from "./roofline-point";

/** Values per accelerator, during steps of the phase. */
const phase = z.object({
  mfuRatio: z.number(),
  mbuRatio: z.number(),
  boundBy: boundBy.nullable(),
  /** Second bound, if two bounds take about equally long; otherwise null. Servers older than this field do not send it. */
  secondBound: boundBy.nullable().exactOptional(),
  /** Time of a step that memory, compute and communication do not explain. Absent without a division of the step. */
  otherSeconds: z.number().exactOptional(),
  /** "impossible": the point is above the roof, so an input is wrong. */
  judgement: z.enum(["possible", "suspicious", "impossible"]),
  /** Fraction of time that the engine spends in steps of this phase. */
  busyRatio: z.number(),
});

const about = { slug, title: z.string() };

const row = z.discriminatedUnion("state", [
  z.object({
    ...about,
    state: z.literal("available"),
    role: z.enum(["prefill", "decode", "both"]),
    startMs: z.number(),
    endMs: z.number(),
    /** Null when the phase did not run or has no point. */
    decode: phase.nullable(),
    prefill: phase.nullable(),
    /** True if the accelerator's activity counters agree with the point. Null if they report nothing. */
    agrees: z.boolean().nullable(),
    /**
     * Remedy for a KV cache that is too full for waiting requests. Null if no requests wait for space in the cache.
     * Servers older than this field do not send it.
     */
    cacheRemedy: z.string().nullable().exactOptional(),
    sentence,
  }),
  /** The model or hardware is unknown, or no engine of the deployment is observed. */
  z.object({ ...about, state: z.literal("unavailable"), sentence }),
  z.object({ ...about, state: z.literal("pending"), elapsedMs: z.number() }),
  z.object({ ...about, state: z.literal("failed"), problem }),
]);

/** Returns the roofline bound of each deployment over the last five minutes. */
export const rooflineSummaryContract = defineContract({
  id: "roofline-summary",
  method: "GET",
  path: "/api/v1/roofline/summary",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({
    /** Returns the row of this deployment only. */
    deployment: slug.exactOptional(),
    /** End of the five minutes. */
    to: timeExpression.default("now"),
  }),
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    /** One row per serving pool of each deployment. */
    rows: z.array(row),
  }),
});

/** Response of `GET /api/v1/roofline/summary`. */
export type RooflineSummaryResponse = z.infer<typeof rooflineSummaryContract.response>;
/** Roofline summary of one pool, or why there is none. */
export type RooflineSummaryRow = RooflineSummaryResponse["rows"][number];
