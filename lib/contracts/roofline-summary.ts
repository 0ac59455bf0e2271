/** The roofline of every deployment in a line each, of five minutes: what Overview shows beside its rows, asked after them. */
import { z } from "zod";
import { defineContract } from "./contract";
import { nothing, problem, sentence, slug, timeExpression } from "./fields";
import { boundBy } from "./roofline-point";

/** Of one accelerator, while such steps run. */
const phase = z.object({
  mfuRatio: z.number(),
  mbuRatio: z.number(),
  boundBy: boundBy.nullable(),
  /** What it is about as much bound by. Not sent by servers older than the field. */
  nearTo: boundBy.nullable().exactOptional(),
  /** "impossible": above the roof, so inputs are wrong. */
  judgement: z.enum(["possible", "suspicious", "impossible"]),
  /** Share of the time in such steps. */
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
    /** Null where it did not run or cannot be placed. */
    decode: phase.nullable(),
    prefill: phase.nullable(),
    /** Whether the accelerator's own counters tell the same; null where they tell nothing. */
    agrees: z.boolean().nullable(),
    sentence,
  }),
  /** What it runs on is not known, or nothing of it is seen. */
  z.object({ ...about, state: z.literal("unavailable"), sentence }),
  z.object({ ...about, state: z.literal("pending"), forMs: z.number() }),
  z.object({ ...about, state: z.literal("failed"), problem }),
]);

export const rooflineSummaryContract = defineContract({
  id: "roofline-summary",
  method: "GET",
  path: "/api/v1/roofline/summary",
  access: "read",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: nothing,
  query: z.strictObject({
    /** Only this one's row. */
    deployment: slug.exactOptional(),
    /** When the five minutes end. */
    to: timeExpression.default("now"),
  }),
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    /** One for each pool of each deployment that serves requests. */
    rows: z.array(row),
  }),
});

export type RooflineSummaryResponse = z.infer<typeof rooflineSummaryContract.response>;
export type RooflineSummaryRow = RooflineSummaryResponse["rows"][number];
