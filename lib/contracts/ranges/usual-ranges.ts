/** Usual-ranges endpoint: the usual range of statistics for each hour of a window. */
import { z } from "zod";
import { maxUsualRangeRequests } from "@/lib/model/request-limits";
import { defineContract } from "../contract";
import {
  labelValue,
  emptyObject,
  problem,
  signalId,
  slug,
  statistic,
  unit,
  windowExpression,
} from "../fields";

const band = { lower: z.number(), centre: z.number(), upper: z.number() };
const count = z.number().int();

/** Usual range in one hour. Findings may rest only on the kind "usual"; see `lib/analysis/statistics/usual-range.ts`. */
const range = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("usual"), n: count, scale: z.enum(["linear", "logarithmic"]), ...band }),
  z.object({ kind: z.literal("no-spread"), n: count, ...band }),
  z.object({
    kind: z.literal("learning"),
    n: count,
    required: count,
    band: z.object(band).nullable(),
    /** Number of past hours that are not used because their load differs by more than 20 %. Absent if 0. */
    otherLoadCount: count.exactOptional(),
  }),
]);

/** Schema of the usual ranges of each hour. */
export const usualHours = z.array(z.object({ startMs: z.number(), range }));

const usualRange = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("known"),
    unit,
    /**
     * Ranges of each complete or started hour of the window. For a window longer than eight days, only its last eight
     * days.
     */
    hours: usualHours,
    /**
     * Number of past hours that are not used because of an exclusion or a deploy. `missingHourCount` is the number of
     * past hours without a value.
     */
    excludedHourCount: count,
    missingHourCount: count,
  }),
  /** The history is still being read. Request it again. */
  z.object({ state: z.literal("pending") }),
  /** The deployment cannot have this statistic. */
  z.object({ state: z.literal("none"), reason: z.string() }),
  /** The history could not be read. */
  z.object({ state: z.literal("failed"), problem }),
]);

/** Returns the usual range of each series for the hours of the window, computed from earlier days. */
export const usualRangesContract = defineContract({
  id: "usual-ranges",
  method: "POST",
  path: "/api/v1/usual-ranges",
  timeLimitMs: 10_000,
  maxBodyBytes: 16 * 1_024,
  params: emptyObject,
  query: emptyObject,
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
  /** One result per requested series, in the order of the request. */
  response: z.object({ ranges: z.array(usualRange) }),
});

/** Body of `POST /api/v1/usual-ranges`. */
export type UsualRangesRequest = z.input<typeof usualRangesContract.body>;
/** Response of `POST /api/v1/usual-ranges`. */
export type UsualRangesResponse = z.infer<typeof usualRangesContract.response>;
/** Usual ranges of a statistic, or why they are not known yet. */
export type UsualRangeOutcome = z.infer<typeof usualRange>;
/** Usual ranges of a statistic in each hour of the window. */
export type KnownUsualRange = Extract<UsualRangeOutcome, { state: "known" }>;
/** One usual range of the statistic per hour of the window. */
export type UsualHours = KnownUsualRange["hours"];
