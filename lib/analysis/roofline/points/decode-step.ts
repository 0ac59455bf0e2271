/**
 * Work of one accelerator in one decode-only step. The step passes once through all stages of a pipeline, so each of
 * the t·p accelerators reads its part of weights and cache once, regardless of how many steps run concurrently.
 */
import { decodeGroup } from "@/lib/analysis/roofline/step-work/batch";
import { workPerAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { stepOperators, type Work } from "@/lib/analysis/roofline/step-work/step-work";
import type { PoolSetting } from "./setting";

/**
 * Returns the work of one accelerator in a decode step of `batch` sequences, each with `contextTokens` in its
 * context. `newTokens` is the number of tokens that the step computes per sequence: 1, or more with speculative
 * decoding.
 */
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
