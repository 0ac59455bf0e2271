/**
 * Facts for a sentence on the decode step: bytes per step, bandwidth, bound, and the batch from which compute would
 * matter.
 */
import {
  breakEvenBatch,
  contextLimit,
  type BreakEven,
  type ContextLimit,
} from "@/lib/analysis/roofline/bounds/break-even";
import type { BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Served } from "@/lib/analysis/roofline/step-work/step-work";
import type { BandwidthKind, StepShares } from "./step-shares";

export interface DecodeFacts {
  /** Values of one accelerator. */
  readonly bytesPerStep: number;
  readonly weightBytesPerStep: number;
  readonly kvBytesPerStep: number;
  readonly stepSeconds: number;
  readonly ofBandwidthRatio: number;
  readonly bandwidthBytesPerSecond: number;
  readonly bandwidthIs: BandwidthKind;
  readonly boundBy: BoundBy;
  readonly batch: number;
  readonly contextTokens: number;
  /** Batch from which compute would matter at this context. */
  readonly breakEven: BreakEven;
  /** Context above which no batch is compute-bound. */
  readonly contextLimit: ContextLimit;
}

export function decodeFacts(
  served: Served,
  shares: StepShares,
  {
    roof,
    ...step
  }: Pick<
    DecodeFacts,
    "batch" | "contextTokens" | "bytesPerStep" | "weightBytesPerStep" | "kvBytesPerStep"
  > & {
    readonly roof: Roof;
  },
): DecodeFacts {
  const { stepSeconds, ofBandwidthRatio, bandwidthBytesPerSecond, bandwidthIs, boundBy } = shares;
  const ridge =
    bandwidthIs === "delivered" ? roof.flopsPerSecond / bandwidthBytesPerSecond : roof.ridgeFlopPerByte;
  return {
    ...step,
    stepSeconds,
    ofBandwidthRatio,
    bandwidthBytesPerSecond,
    bandwidthIs,
    boundBy,
    breakEven: breakEvenBatch(served, ridge, step.contextTokens),
    contextLimit: contextLimit(served, ridge),
  };
}
