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
import { bytesPerWeight } from "@/lib/model/roofline/precision";

/** Batch sizes from which decode is compute-bound, for several context lengths. */
export interface BreakEvenByContext {
  readonly ridgeFlopPerByte: number;
  /** Rows from which the linear layers alone, without attention, are compute-bound: ridge × bytes per weight ÷ 2. */
  readonly linearBreakEvenRows: number;
  readonly contextLimit: BreakEvenContextLimit;
  readonly byContext: readonly { readonly contextTokens: number; readonly breakEven: BreakEven }[];
}

/** Computes the break-even batch of a model for each context length in `contextsTokens`. */
export function breakEvenByContext(
  servedModel: ServedModel,
  { ridgeFlopPerByte }: Pick<Roof, "ridgeFlopPerByte">,
  contextsTokens: readonly number[],
): BreakEvenByContext {
  return {
    ridgeFlopPerByte,
    linearBreakEvenRows: (ridgeFlopPerByte * bytesPerWeight[servedModel.formats.linear]) / 2,
    contextLimit: breakEvenContextLimit(servedModel, ridgeFlopPerByte),
    byContext: contextsTokens.map((contextTokens) => ({
      contextTokens,
      breakEven: breakEvenBatch(servedModel, ridgeFlopPerByte, contextTokens),
    })),
  };
}
