/**
 * Work of one accelerator in one decode-only step. The step passes once through all stages of a pipeline, so each of
 * the t·p accelerators reads its part of weights and cache once, regardless of how many steps run concurrently.
 */
import { decodeGroup } from "@/lib/analysis/roofline/step-work/batch";
import { workPerAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { stepOperators, type Work } from "@/lib/analysis/roofline/step-work/step-work";
import type { PoolSetting } from "./setting";

export function decodeStepWork(
  { servedModel, parallelism }: PoolSetting,
  {
    batch,
    contextTokens,
    newTokens = 1,
  }: { readonly batch: number; readonly contextTokens: number; readonly newTokens?: number },
): Work {
  return workPerAccelerator(
    stepOperators(servedModel, [decodeGroup(batch, contextTokens, newTokens)]),
    parallelism,
  );
}
