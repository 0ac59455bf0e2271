/**
 * Facts for a sentence on the decode step: bytes per step, bandwidth, bound, and the batch from which compute would
 * matter.
 */
import {
  breakEvenBatch,
  breakEvenContextLimit,
  type BreakEven,
  type BreakEvenContextLimit,
} from "@/lib/analysis/roofline/bounds/break-even";
import type { BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { ServedModel } from "@/lib/analysis/roofline/step-work/step-work";
import type { BandwidthKind, StepTimeBreakdown } from "./step-time-breakdown";

/** Numbers of the mean decode step that sentences about the bottleneck use. */
export interface DecodeFacts {
  /** Bytes that one accelerator reads and writes per step. */
  readonly bytesPerStep: number;
  readonly weightBytesPerStep: number;
  readonly kvBytesPerStep: number;
  readonly stepSeconds: number;
  /** Bytes per second divided by the reference bandwidth. */
  readonly bandwidthUseRatio: number;
  /** Reference bandwidth of `bandwidthKind`. */
  readonly bandwidthBytesPerSecond: number;
  readonly bandwidthKind: BandwidthKind;
  readonly boundBy: BoundBy;
  readonly batch: number;
  readonly contextTokens: number;
  /** Batch size from which decode is compute-bound at this context length. */
  readonly breakEven: BreakEven;
  /** Context length above which decode is not compute-bound at any batch size. */
  readonly contextLimit: BreakEvenContextLimit;
}

/** Collects the numbers of the mean decode step for sentences, from its time shares and its bytes. */
export function decodeFacts(
  servedModel: ServedModel,
  shares: StepTimeBreakdown,
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
  const { stepSeconds, bandwidthUseRatio, bandwidthBytesPerSecond, bandwidthKind, boundBy } = shares;
  const ridge =
    bandwidthKind === "delivered" ? roof.flopsPerSecond / bandwidthBytesPerSecond : roof.ridgeFlopPerByte;
  return {
    ...step,
    stepSeconds,
    bandwidthUseRatio,
    bandwidthBytesPerSecond,
    bandwidthKind,
    boundBy,
    breakEven: breakEvenBatch(servedModel, ridge, step.contextTokens),
    contextLimit: breakEvenContextLimit(servedModel, ridge),
  };
}
