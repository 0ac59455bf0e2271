/** The usual-ranges door: what statistics of a deployment usually are at each hour of a window. */
import { z } from "zod";
import { maxUsualRangeRequests } from "@/lib/model/request-limits";
import { defineContract } from "./contract";
import { labelValue, nothing, problem, signalId, slug, statistic, unit, windowExpression } from "./fields";

const band = { lower: z.number(), centre: z.number(), upper: z.number() };
const count = z.number().int();

/** Findings may be drawn from "usual" alone; see `lib/analysis/statistics/usual-range.ts`. */
const range = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("usual"), n: count, scale: z.enum(["linear", "logarithmic"]), ...band }),
  z.object({ kind: z.literal("no-spread"), n: count, ...band }),
  z.object({ kind: z.literal("learning"), n: count, required: count, band: z.object(band).nullable() }),
]);

const usualRange = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("known"),
    unit,
    /** Each whole or begun hour of the window, of a long one those of the last eight days. */
    hours: z.array(z.object({ startMs: z.number(), range })),
    /** Hours of the past left out: touched by an exclusion or deploy, and without a number. */
    excluded: count,
    missing: count,
  }),
  /** The past is being read; asked again it is found. */
  z.object({ state: z.literal("pending") }),
  /** The deployment cannot have this statistic. */
  z.object({ state: z.literal("none"), reason: z.string() }),
  /** The past could not be read. */
  z.object({ state: z.literal("failed"), problem }),
]);

export const usualRangesContract = defineContract({
  id: "usual-ranges",
  method: "POST",
  path: "/api/v1/usual-ranges",
  access: "read",
  timeLimitMs: 10_000,
  maxBodyBytes: 16 * 1_024,
  params: nothing,
  query: nothing,
  body: z.strictObject({
    deployment: slug,
    model: labelValue.exactOptional(),
    instance: labelValue.exactOptional(),
    window: windowExpression,
    series: z
      .array(z.strictObject({ signal: signalId, statistic }))
      .min(1)
      .max(maxUsualRangeRequests),
  }),
  /** One for each ask, in their order. */
  response: z.object({ ranges: z.array(usualRange) }),
});

export type UsualRangesRequest = z.input<typeof usualRangesContract.body>;
export type UsualRangesResponse = z.infer<typeof usualRangesContract.response>;
export type UsualRangeOutcome = z.infer<typeof usualRange>;
export type KnownUsual = Extract<UsualRangeOutcome, { state: "known" }>;
export type UsualHours = KnownUsual["hours"];
