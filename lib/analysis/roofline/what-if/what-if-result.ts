/** Result of a what-if as it is displayed and stored: ceilings, estimates, remarks, and the point on the roof. */
import { describeRoof, type DescribedRoof } from "@/lib/analysis/roofline/bounds/describe-roof";
import type { StepBound } from "@/lib/analysis/roofline/bounds/step-bound";
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
  /** Resource that limits this decode step. */
  readonly boundBy: "memory" | "compute" | "communication";
  /** The other accelerator and its roof. Null when the what-if does not change the accelerator. */
  readonly otherAccelerator: { readonly name: string; readonly roof: DescribedRoof } | null;
}

/** Returns the displayed result of a what-if. `current` is the accelerator of the running deployment. */
export function toWhatIfResult(
  { now, after, expected, remarks, scenario }: WhatIf,
  current: Accelerator,
): WhatIfResult {
  const { accelerator, servedModel } = scenario;
  const { mfu, mbu, intensityFlopPerByte, flopsPerSecond } = after.point;
  const roof = accelerator.id === current.id ? null : describeRoof(accelerator, servedModel.formats.compute);
  return {
    now,
    after,
    expected,
    remarks,
    point: { intensityFlopPerByte, flopsPerSecond, mfuRatio: mfu, mbuRatio: mbu },
    boundBy: findBound(after.decode.bound),
    otherAccelerator: roof === null ? null : { name: accelerator.name, roof },
  };
}

function findBound({
  memorySeconds,
  computeSeconds,
  communicationSeconds,
}: StepBound): WhatIfResult["boundBy"] {
  if (communicationSeconds > Math.max(memorySeconds, computeSeconds)) return "communication";
  return memorySeconds >= computeSeconds ? "memory" : "compute";
}
