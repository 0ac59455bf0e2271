/** Times with which the page read the data that a person keeps. The copy is read with them too, so that both are equal. */
import { z } from "zod";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";

const maxMs = 86_400_000;
const duration = z.number().int().min(1).max(maxMs);

/** Schema of the times with which data of a window were read. */
export const readTiming = z.strictObject({
  stepMs: duration.min(1_000),
  rateWindowMs: duration.min(1_000),
  sampleSpacingMs: duration.nullable(),
  headlineWindowMs: duration.min(1_000).max(evaluationWindows.headlineWindowMs).exactOptional(),
});
