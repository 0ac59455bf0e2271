/**
 * What one accelerator does in one step of the engine that only decodes. Such a step goes once through all stages of a pipeline, so each
 * accelerator of t·p reads its part of weights and cache once in it, however many steps are under way at a time.
 */
import { decoding } from "@/lib/analysis/roofline/step-work/batch";
import { workPerAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { stepOperators, type Work } from "@/lib/analysis/roofline/step-work/step-work";
import type { Setting } from "./setting";

export function decodeStepWork(
  { served, parallel }: Setting,
  {
    batch,
    contextTokens,
    newTokens = 1,
  }: { readonly batch: number; readonly contextTokens: number; readonly newTokens?: number },
): Work {
  return workPerAccelerator(stepOperators(served, [decoding(batch, contextTokens, newTokens)]), parallel);
}
