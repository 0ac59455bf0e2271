/**
 * Computes the batch from which decode is compute-bound, over context lengths. The curve rises and ends where no
 * batch is large enough.
 */
import {
  breakEvenBatch,
  contextLimit,
  type BreakEven,
  type ContextLimit,
} from "@/lib/analysis/roofline/bounds/break-even";
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Served } from "@/lib/analysis/roofline/step-work/step-work";
import { weightFormats } from "@/lib/model/roofline/precision";

export interface BreakEvenByContext {
  readonly ridgeFlopPerByte: number;
  /** Rows from which the linear layers alone, without attention, are compute-bound: ridge × bytes per weight ÷ 2. */
  readonly linearBreakEvenRows: number;
  readonly limit: ContextLimit;
  readonly byContext: readonly { readonly contextTokens: number; readonly breakEven: BreakEven }[];
}

export function breakEvenByContext(
  served: Served,
  { ridgeFlopPerByte }: Pick<Roof, "ridgeFlopPerByte">,
  contexts: readonly number[],
): BreakEvenByContext {
  return {
    ridgeFlopPerByte,
    linearBreakEvenRows: (ridgeFlopPerByte * weightFormats[served.plan.linear]) / 2,
    limit: contextLimit(served, ridgeFlopPerByte),
    byContext: contexts.map((contextTokens) => ({
      contextTokens,
      breakEven: breakEvenBatch(served, ridgeFlopPerByte, contextTokens),
    })),
  };
}
