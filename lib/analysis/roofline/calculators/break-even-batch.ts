/** From which batch on compute matters, over contexts: a curve that rises and ends where no batch is large enough. */
import {
  breakEvenBatch,
  contextLimit,
  type BreakEven,
  type ContextLimit,
} from "@/lib/analysis/roofline/bounds/break-even";
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Served } from "@/lib/analysis/roofline/step-work/step-work";
import { weightFormats } from "@/lib/model/precision";

export interface BreakEvenByContext {
  readonly ridgeFlopPerByte: number;
  /** R·b_w/2: products of large matrices alone, without attention. */
  readonly largeMatrixRows: number;
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
    largeMatrixRows: (ridgeFlopPerByte * weightFormats[served.plan.linear]) / 2,
    limit: contextLimit(served, ridgeFlopPerByte),
    byContext: contexts.map((contextTokens) => ({
      contextTokens,
      breakEven: breakEvenBatch(served, ridgeFlopPerByte, contextTokens),
    })),
  };
}
