/** The usual-range door: what one statistic of a deployment usually is at each hour of a window. */
import { z } from "zod";
import { defineContract } from "./contract";
import { labelValue, nothing, signalId, slug, statistic, timeExpression, unit } from "./fields";

const band = { lower: z.number(), centre: z.number(), upper: z.number() };
const count = z.number().int();

/** Findings may be drawn from "usual" alone; see `lib/analysis/statistics/usual-range.ts`. */
const range = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("usual"), n: count, scale: z.enum(["linear", "logarithmic"]), ...band }),
  z.object({ kind: z.literal("no-spread"), n: count, ...band }),
  z.object({ kind: z.literal("learning"), n: count, of: count, band: z.object(band).nullable() }),
]);

export const usualRangeContract = defineContract({
  id: "usual-range",
  method: "GET",
  path: "/api/v1/usual-range",
  access: "read",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: nothing,
  query: z.strictObject({
    deployment: slug,
    model: labelValue.optional(),
    instance: labelValue.optional(),
    signal: signalId,
    statistic,
    from: timeExpression.default("now-6h"),
    to: timeExpression.default("now"),
  }),
  body: nothing,
  response: z.discriminatedUnion("state", [
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
  ]),
});

export type UsualRangeResponse = z.infer<typeof usualRangeContract.response>;
export type UsualHours = Extract<UsualRangeResponse, { state: "known" }>["hours"];
