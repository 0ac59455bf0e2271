/**
 * Operating point from the accelerator's activity counters, the only check that is independent of model and token
 * counters:
 *
 *     bytes per second    DRAM_ACTIVE · bandwidth
 *     FLOP/s              PIPE_TENSOR_ACTIVE · dense peak · SM clock / clock of the peak
 *
 * Bytes are accurate to 10 % over five minutes or more, less with prompts or in a short window. FLOPs are not
 * accurate in decode: tiles are padded, so few rows keep the tensor cores as busy as 64 would, while a single row and
 * softmax run on other units. The precision is unknown too, which doubles FLOPs at FP8. Phases cannot be separated.
 *
 * DRAM_ACTIVE reaches at most about 0.8 in practice, so headroom is relative to that, for this counter only.
 */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { symmetricError, noError, type PointError, type RelativeError } from "./expected-error";
import { averagePoint, operatingPoint, type OperatingPoint } from "./operating-point";

/** Activity counters of the accelerators (NVIDIA DCGM). */
export interface HardwareSample {
  /**
   * Share of cycles in which the tensor cores worked. All ratios are means over the accelerators of the pool, 0 to 1.
   */
  readonly tensorActiveRatio?: number | undefined;
  /** Share of cycles in which the memory interface moved data. */
  readonly dramActiveRatio?: number | undefined;
  /** Share of time in which any kernel ran. */
  readonly engineActiveRatio?: number | undefined;
  readonly smClockHertz?: number | undefined;
  /** Window over which the gauges were averaged. */
  readonly windowSeconds: number;
}

/** Facts that the accelerator's counters do not report, derived from the engine's token counters. */
export interface HardwareContext {
  /** Rows of the matrix products of a decode step. */
  readonly batch?: number | undefined;
  /** Share of time in steps that compute prompts. */
  readonly prefillRatio?: number | undefined;
}

/** Points from the activity counters, or the missing counters. `busy` is null if the share of busy time is unknown. */
export type HardwarePoints =
  | {
      readonly kind: "available";
      readonly busy: OperatingPoint | null;
      readonly average: OperatingPoint;
      /** DRAM_ACTIVE divided by its practical maximum of 0.8. */
      readonly dramToPracticalMaxRatio: number;
      /**
       * Whether FLOP/s can be compared with the token counters. `padded`: tensor cores also worked on padding of
       * partly filled tiles.
       */
      readonly flopsMeaning: "usable" | "padded";
      /** SM clock divided by the clock of the peak. Null if either is unknown; 1 is then assumed. */
      readonly clockRatio: number | null;
    }
  | {
      readonly kind: "not-exposed";
      readonly missing: readonly ("tensorActiveRatio" | "dramActiveRatio")[];
    };

const dramActiveInPractice = 0.8;

const steadySeconds = 300;
/** Rows of a tensor-core tile. */
const tileRows = 64;

/** Returns the points from the activity counters. */
export function hardwarePoints(
  sample: HardwareSample,
  { accelerator, roof }: { readonly accelerator: Accelerator; readonly roof: Roof },
  context: HardwareContext = {},
): HardwarePoints {
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
    dramToPracticalMaxRatio: dramActiveRatio / dramActiveInPractice,
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
    ? { lowerByRatio: Math.max(0.5, 1 - batch / tileRows), higherByRatio: 1 }
    : { lowerByRatio: 0.3, higherByRatio: 0.3 };
  return { flops, bytes: symmetricError(bytes), time: noError };
}
