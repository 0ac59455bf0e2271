/**
 * Computes the batch from which decode is compute-bound, over context lengths. The curve rises and ends where no
 * batch is large enough.
 */
import {
  breakEvenBatch,
  breakEvenContextLimit,
  type BreakEven,
  type BreakEvenContextLimit,
} from "@/lib/analysis/roofline/bounds/break-even";
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { ServedModel } from "@/lib/analysis/roofline/step-work/step-work";
import { weightFormats } from "@/lib/model/roofline/precision";

export interface BreakEvenByContext {
  readonly ridgeFlopPerByte: number;
  /** Rows from which the linear layers alone, without attention, are compute-bound: ridge × bytes per weight ÷ 2. */
  readonly linearBreakEvenRows: number;
  readonly limit: BreakEvenContextLimit;
  readonly byContext: readonly { readonly contextTokens: number; readonly breakEven: BreakEven }[];
}

export function breakEvenByContext(
  servedModel: ServedModel,
  { ridgeFlopPerByte }: Pick<Roof, "ridgeFlopPerByte">,
  contexts: readonly number[],
): BreakEvenByContext {
  return {
    ridgeFlopPerByte,
    linearBreakEvenRows: (ridgeFlopPerByte * weightFormats[servedModel.plan.linear]) / 2,
    limit: breakEvenContextLimit(servedModel, ridgeFlopPerByte),
    byContext: contexts.map((contextTokens) => ({
      contextTokens,
      breakEven: breakEvenBatch(servedModel, ridgeFlopPerByte, contextTokens),
    })),
  };
}
