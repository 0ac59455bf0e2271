/**
 * The operating point that the accelerator itself reports, the only check that is independent of model and counters:
 *
 *     bytes per second    DRAM_ACTIVE · bandwidth
 *     FLOP/s              PIPE_TENSOR_ACTIVE · dense peak · SM clock / clock of the peak
 *
 * The bytes are good to 10 % over five minutes or more, less where prompts mix in or the window is short. The FLOPs are not, in decode:
 * tiles are padded, so few rows keep the tensor cores as busy as 64 would, while one row and softmax run elsewhere; nor is the
 * precision known, which counts twice at FP8. Phases cannot be told apart.
 *
 * About 0.8 of DRAM_ACTIVE is the most that is seen in practice, so headroom is told against that: of this counter alone.
 */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Accelerator } from "@/lib/model/accelerator";
import { symmetricError, noError, type PointError, type RelativeError } from "./expected-error";
import { averagePoint, operatingPoint, type OperatingPoint } from "./operating-point";

export interface HardwareSample {
  /** Mean over the accelerators of the pool, 0 to 1. */
  readonly tensorActiveRatio?: number | undefined;
  readonly dramActiveRatio?: number | undefined;
  readonly engineActiveRatio?: number | undefined;
  readonly smClockHertz?: number | undefined;
  /** Over which the gauges were averaged. */
  readonly windowSeconds: number;
}

/** What the counters know and the accelerator does not. */
export interface HardwareContext {
  /** Rows of the products of a decode step. */
  readonly batch?: number | undefined;
  /** Share of time in steps that compute prompts. */
  readonly prefillRatio?: number | undefined;
}

export type HardwarePlacement =
  | {
      readonly kind: "available";
      readonly busy: OperatingPoint | null;
      readonly average: OperatingPoint;
      /** DRAM_ACTIVE over the 0.8 it reaches in practice. */
      readonly dramOfPracticalRatio: number;
      /** Whether FLOP/s can be compared with those of the counters. */
      readonly flopsMeaning: "usable" | "padded";
      /** Null where the clock or the clock of the peak is not known: taken as 1. */
      readonly clockRatio: number | null;
    }
  | {
      readonly kind: "not-exposed";
      readonly missing: readonly ("tensorActiveRatio" | "dramActiveRatio")[];
    };

export const dramActiveInPractice = 0.8;

const steadySeconds = 300;
/** Rows of a tile of the tensor cores. */
const tileRows = 64;

export function hardwarePoints(
  sample: HardwareSample,
  { accelerator, roof }: { readonly accelerator: Accelerator; readonly roof: Roof },
  context: HardwareContext = {},
): HardwarePlacement {
  const { tensorActiveRatio, dramActiveRatio, engineActiveRatio, smClockHertz } = sample;
  if (tensorActiveRatio === undefined || dramActiveRatio === undefined)
    return {
      kind: "not-exposed",
      missing: (["tensorActiveRatio", "dramActiveRatio"] as const).filter(
        (name) => sample[name] === undefined,
      ),
    };
  const { peakClockHertz } = accelerator;
  const clockRatio =
    smClockHertz === undefined || peakClockHertz === undefined ? null : smClockHertz / peakClockHertz;
  const isPadded = context.batch === undefined || context.batch < tileRows;
  const average = operatingPoint(
    {
      method: "hardware",
      phase: "all",
      time: "average",
      flopsPerSecond: tensorActiveRatio * roof.flopsPerSecond * (clockRatio ?? 1),
      bytesPerSecond: dramActiveRatio * roof.bytesPerSecond,
      error: errorOf(sample, context, isPadded),
    },
    roof,
  );
  const isBusyKnown = engineActiveRatio !== undefined && engineActiveRatio > 0;
  return {
    kind: "available",
    busy: isBusyKnown
      ? { ...averagePoint(average, 1 / Math.min(1, engineActiveRatio), roof), time: "busy" }
      : null,
    average,
    dramOfPracticalRatio: dramActiveRatio / dramActiveInPractice,
    flopsMeaning: isPadded ? "padded" : "usable",
    clockRatio,
  };
}

function errorOf(
  { windowSeconds }: HardwareSample,
  { batch = 1, prefillRatio = 0 }: HardwareContext,
  isPadded: boolean,
): PointError {
  const bytes = windowSeconds < steadySeconds ? 0.5 : 0.1 + 0.1 * Math.min(1, prefillRatio);
  const flops: RelativeError = isPadded
    ? { below: Math.max(0.5, 1 - batch / tileRows), above: 1 }
    : { below: 0.3, above: 0.3 };
  return { flops, bytes: symmetricError(bytes), time: noError };
}
