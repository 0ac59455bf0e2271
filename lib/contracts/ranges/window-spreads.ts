/**
 * Window-spreads endpoint: how much statistics of a deployment vary between windows of one length at equal load. The
 * margin of a comparison is computed from it.
 */
import { z } from "zod";
import { maxWindowSpreads } from "@/lib/model/request-limits";
import { defineContract } from "../contract";
import { emptyObject, labelValue, problem, signalId, slug, statistic, windowExpression } from "../fields";

const windowSpread = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("known"),
    /** Number of windows of the history with the load of the compared window. A margin needs at least 6 windows. */
    windowCount: z.number().int(),
    /** Standard deviation ÷ mean; null with fewer than two windows or a mean of 0. */
    standardDeviationRatio: z.number().nullable(),
  }),
  /** The history is still being read. Request it again. */
  z.object({ state: z.literal("pending") }),
  /** The history could not be read. */
  z.object({ state: z.literal("failed"), problem }),
]);

/**
 * Returns how much earlier windows of the same length differ from each other, for margins of a comparison.
 */
export const windowSpreadsContract = defineContract({
  id: "window-spreads",
  method: "POST",
  path: "/api/v1/window-spreads",
  timeLimitMs: 10_000,
  maxBodyBytes: 16 * 1_024,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    deployment: slug,
    model: labelValue.exactOptional(),
    instance: labelValue.exactOptional(),
    /** The earlier of the two compared windows. The history ends at the end of this window. */
    window: windowExpression,
    series: z
      .array(z.strictObject({ signal: signalId, statistic }))
      .min(1)
      .max(maxWindowSpreads),
  }),
  /** One result per requested series, in the order of the request. */
  response: z.object({ spreads: z.array(windowSpread) }),
});

/** Body of `POST /api/v1/window-spreads`. */
export type WindowSpreadsRequest = z.input<typeof windowSpreadsContract.body>;
/** Response of `POST /api/v1/window-spreads`. */
export type WindowSpreadsResponse = z.infer<typeof windowSpreadsContract.response>;
/** How much a statistic varies between windows of equal length and load, or why that is not known yet. */
export type BetweenWindowsSpread = z.infer<typeof windowSpread>;
