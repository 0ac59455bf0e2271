/** Result of a what-if as it is displayed and stored: ceilings, estimates, remarks, and the point on the roof. */
import {
  createMultiPrecisionRoof,
  type MultiPrecisionRoof,
} from "@/lib/analysis/roofline/bounds/describe-roof";
import { practicalCeilings, type Ceilings } from "@/lib/analysis/roofline/bounds/roof";
import type { Work } from "@/lib/analysis/roofline/step-work/step-work";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { PerformanceCeiling } from "./ceiling";
import type { WhatIf } from "./what-if";

/** Best performance of one replica. */
export interface CeilingNumbers extends Pick<
  PerformanceCeiling,
  "stepSeconds" | "tpotSeconds" | "ttftSeconds" | "tokensPerSecond" | "costPerMillionTokens"
> {
  readonly memoryFit: Pick<PerformanceCeiling["memoryFit"], "kind" | "neededBytes" | "usableBytes">;
}

/** Ceilings before and after a change, with estimates, remarks, and the position after the change. */
export interface WhatIfResult extends Pick<WhatIf, "expected" | "remarks"> {
  readonly now: CeilingNumbers;
  readonly after: CeilingNumbers;
  /** Highest operating point of a decode step after the change, for one accelerator. */
  readonly point: {
    readonly intensityFlopPerByte: number;
    readonly flopsPerSecond: number;
    readonly mfuRatio: number;
    readonly mbuRatio: number;
  };
  /** Resource that limits this decode step. "mixed": memory limits attention, and compute the weight matrices. */
  readonly boundBy: "memory" | "compute" | "communication" | "mixed";
  /** The other accelerator and its roof. Null when the what-if does not change the accelerator. */
  readonly otherAccelerator: { readonly name: string; readonly roof: MultiPrecisionRoof } | null;
}

/** Returns the displayed result of a what-if. `current` is the accelerator of the running deployment. */
export function toWhatIfResult(
  { now, after, expected, remarks, scenario }: WhatIf,
  current: Accelerator,
): WhatIfResult {
  const { accelerator, servedModel } = scenario;
  const { mfu, mbu, intensityFlopPerByte, flopsPerSecond } = after.point;
  const roof =
    accelerator.id === current.id ? null : createMultiPrecisionRoof(accelerator, servedModel.formats.compute);
  return {
    now,
    after,
    expected,
    remarks,
    point: { intensityFlopPerByte, flopsPerSecond, mfuRatio: mfu, mbuRatio: mbu },
    boundBy: findBound(after),
    otherAccelerator: roof === null ? null : { name: accelerator.name, roof },
  };
}

/** Smallest share of the other resource from which both limit a step. */
const sharedBound = 0.1;

/**
 * A step computes attention and then the weight matrices, each limited by memory or by compute. A step left of the ridge
 * is not called compute-bound, because a larger part of it waits for memory than its arithmetic takes at full speed.
 */
function findBound({ decode, roof, point }: PerformanceCeiling): WhatIfResult["boundBy"] {
  const { memorySeconds, computeSeconds, communicationSeconds } = decode.bound;
  if (communicationSeconds > Math.max(memorySeconds, computeSeconds)) return "communication";
  const memoryRatio = memoryBoundRatio(decode.work, practicalCeilings(roof));
  if (memoryRatio > 1 - sharedBound) return "memory";
  if (memoryRatio < sharedBound && point.intensityFlopPerByte >= roof.ridgeFlopPerByte) return "compute";
  return "mixed";
}

/** Returns the fraction of the time of attention and weight matrices in which memory is the limit. */
function memoryBoundRatio(work: Work, { flopsPerSecond, bytesPerSecond }: Ceilings): number {
  const attentionBytes = work.kvBytes + work.scoreBytes;
  const phases = [
    [attentionBytes / bytesPerSecond, work.attentionFlops / flopsPerSecond],
    [(work.bytes - attentionBytes) / bytesPerSecond, (work.flops - work.attentionFlops) / flopsPerSecond],
  ] as const;
  const total = phases.reduce((sum, [memory, compute]) => sum + Math.max(memory, compute), 0);
  const limited = phases.reduce((sum, [memory, compute]) => sum + (memory >= compute ? memory : 0), 0);
  return limited / total;
}
