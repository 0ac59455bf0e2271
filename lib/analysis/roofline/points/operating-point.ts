/** One operating point on the roof of one accelerator, with its error and its plausibility. */
import {
  judgeUtilisation,
  computeUtilisation,
  type UtilisationJudgement,
  type WorkRate,
  type Utilisation,
} from "@/lib/analysis/roofline/bounds/judge-utilisation";
import type { Ceilings } from "@/lib/analysis/roofline/bounds/roof";
import {
  computeErrorRange,
  combineErrors,
  inverseError,
  type PointError,
  type ErrorRange,
} from "./expected-error";

/**
 * How a point was measured: token counters and architecture; the engine's estimates; activity of tensor cores and
 * memory bus.
 */
export type PointMethod = "counters" | "engine" | "hardware";

/** A step that both computes prompts and decodes. */
export interface MixedStep {
  readonly prefillTokens: number;
  readonly decodeTokens: number;
  /** Share of the step's FLOPs that decode, 0 to 1. */
  readonly decodeFlopsRatio: number;
}

/** Measured FLOP/s and intensity of one accelerator, with their error and judgement. */
export interface OperatingPoint extends WorkRate, Utilisation {
  readonly method: PointMethod;
  readonly phase: "decode" | "prefill" | "all";
  /** `busy`: rates while steps of the phase ran. `average`: rates over the full window. */
  readonly time: "busy" | "average";
  readonly intensityFlopPerByte: number;
  readonly error: PointError;
  readonly flopsRange: ErrorRange;
  readonly intensityRange: ErrorRange;
  readonly judgement: UtilisationJudgement;
  /** Set if the steps compute prompts and also decode; null otherwise. */
  readonly mixed: MixedStep | null;
}

/** Measured rates of one accelerator, from which an operating point is computed. */
export type PointRates = WorkRate &
  Pick<OperatingPoint, "method" | "phase" | "time" | "error"> &
  Partial<Pick<OperatingPoint, "mixed">> & {
    /** Fraction of `flopsPerSecond` that is reached in any case. Only this fraction can be judged impossible. Default 1. */
    readonly certainFlopsRatio?: number;
  };

/** Computes an operating point from the FLOP/s and bytes per second of one accelerator. */
export function operatingPoint(facts: PointRates, roof: Ceilings): OperatingPoint {
  const { flopsPerSecond, bytesPerSecond, error, method, phase, time } = facts;
  const utilisation = computeUtilisation(facts, roof);
  const intensityFlopPerByte = flopsPerSecond / bytesPerSecond;
  // Fields are listed instead of spread, because a trail creates four points per interval.
  return {
    method,
    phase,
    time,
    flopsPerSecond,
    bytesPerSecond,
    mfu: utilisation.mfu,
    mbu: utilisation.mbu,
    intensityFlopPerByte,
    error,
    flopsRange: computeErrorRange(flopsPerSecond, combineErrors(error.flops, inverseError(error.time))),
    intensityRange: computeErrorRange(
      intensityFlopPerByte,
      combineErrors(error.flops, inverseError(error.bytes)),
    ),
    judgement: judgeUtilisation({
      mfu: utilisation.mfu * (facts.certainFlopsRatio ?? 1),
      mbu: utilisation.mbu,
    }),
    mixed: facts.mixed ?? null,
  };
}

/**
 * Returns the point with its rates multiplied by `busyRatio`: its work spread over the full window, at the
 * same intensity.
 */
export function averagePoint(point: OperatingPoint, busyRatio: number, roof: Ceilings): OperatingPoint {
  return operatingPoint(
    {
      method: point.method,
      phase: point.phase,
      time: "average",
      error: point.error,
      mixed: point.mixed,
      flopsPerSecond: point.flopsPerSecond * busyRatio,
      bytesPerSecond: point.bytesPerSecond * busyRatio,
    },
    roof,
  );
}
