/** Drift of a baseline: whether the deployment, at the load of the baseline, still performs as in the baseline. */
import { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { overallVerdicts } from "@/lib/model/comparison/verdicts";
import { defineContract } from "./contract";
import { emptyObject, timeWindow } from "./fields";

/** Compares a captured baseline with the newest hour at the same load. */
export const baselineDriftContract = defineContract({
  id: "baseline-drift",
  method: "GET",
  path: "/api/v1/baselines/[baselineId]/drift",
  timeLimitMs: 20_000,
  maxBodyBytes: 0,
  params: z.strictObject({ baselineId: z.uuid() }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    verdict: z.enum(overallVerdicts),
    /** The hour that was compared: the newest hour at the load of the baseline. Null if no hour was compared. */
    window: timeWindow.nullable(),
    /** The verdict; or why there is no verdict, and which data would give one. */
    sentence: z.string(),
  }),
});

/** Response of `GET /api/v1/baselines/[baselineId]/drift`. */
export type BaselineDriftResponse = ReadonlyDeep<z.infer<typeof baselineDriftContract.response>>;
