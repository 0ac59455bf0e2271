/**
 * Comparison of the engine's estimates with the token counters. Both use the same arithmetic, so a difference is caused
 * by an assumption and not by the hardware. The ratio of the engine's estimate to the value of the token counters
 * should be 1.0 to 1.1 in decode and up to 1.3 with prompts, within the errors of both.
 */
import { compareRatio, type RatioComparison } from "./comparison";
import type { EngineFormula, FormulaFactor, FormulaFactors } from "./engine-formula";
import { combineErrors, type RelativeError } from "@/lib/analysis/roofline/points/expected-error";
import type { OperatingPoint } from "@/lib/analysis/roofline/points/operating-point";

/**
 * Possible cause of a difference between the engine's estimates of FLOPs and bytes and the values from the token
 * counters.
 */
export type EngineSuspect =
  /** The engine counts formats that it cannot distinguish by name as 4 bits, or the configured format is too wide. */
  | "narrower-weights"
  | "wider-weights"
  /** The engine omits a part whose quantisation it does not know. */
  | "missing-part"
  /** The engine counts every feed-forward with three matrices, or the model is larger than configured. */
  | "larger-model"
  /** The engine reports rates of one accelerator, but they are divided by the configured number of accelerators. */
  | "accelerator-count";

/** Comparison of the engine's estimates with the token counters. */
export interface EngineComparison {
  /** Engine value divided by the counters' value. */
  readonly flopsRatio: number;
  readonly bytesRatio: number;
  /** Part of `flopsRatio` that the formula of the engine explains, at least 1. */
  readonly formulaFlopsFactor: number;
  readonly formula: EngineFormula;
  /** True if both ratios are within the expected error. */
  readonly agrees: boolean;
  /** Empty if both agree. */
  readonly suspects: readonly EngineSuspect[];
}

const close = Math.log(1.15);
const countFactors = [1 / 8, 1 / 4, 1 / 2, 2, 4, 8] as const;

/**
 * Compares the engine's estimates of FLOPs and bytes with the values from the token counters, over all phases. An
 * estimate that is too high is accepted within its upward error. For an estimate that is too low, the tolerance is
 * small. The part of a ratio that the formula of the engine explains is removed first. Null without `counterAverages`.
 */
export function compareEngine(
  engine: OperatingPoint,
  counterAverages: readonly OperatingPoint[],
  factors: FormulaFactors,
): { readonly flops: RatioComparison; readonly bytes: RatioComparison } | null {
  if (counterAverages.length === 0) return null;
  const compareWithCounters = (
    of: (point: OperatingPoint) => readonly [number, RelativeError],
    factor: FormulaFactor,
  ): RatioComparison => {
    const [value, engineError] = of(engine);
    const counterErrors = counterAverages.map((point) => of(point)[1]);
    const widest = combineErrors(engineError, {
      lowerByRatio: Math.max(...counterErrors.map(({ lowerByRatio }) => lowerByRatio)),
      higherByRatio: Math.max(...counterErrors.map(({ higherByRatio }) => higherByRatio)),
    });
    const ratio = value / counterAverages.reduce((sum, point) => sum + of(point)[0], 0);
    return compareRatio(ratio / explainedFactor(ratio, factor), {
      lowerByRatio: widest.higherByRatio,
      higherByRatio: 1 / (1 - Math.min(0.9, widest.lowerByRatio)) - 1,
    });
  };
  return {
    flops: compareWithCounters(({ flopsPerSecond, error }) => [flopsPerSecond, error.flops], factors.flops),
    bytes: compareWithCounters(({ bytesPerSecond, error }) => [bytesPerSecond, error.bytes], factors.bytes),
  };
}

/** Returns the factor of the formula that is closest to a ratio. */
const explainedFactor = (ratio: number, { min, max }: FormulaFactor): number =>
  Math.min(max, Math.max(min, ratio));

/**
 * Compares the engine's estimates with the token counters over all phases of the window, with possible
 * causes of a difference. Null without `counterAverages`.
 */
export function engineAgreement(
  engine: OperatingPoint,
  counterAverages: readonly OperatingPoint[],
  { formula, factors }: { readonly formula: EngineFormula; readonly factors: FormulaFactors },
): EngineComparison | null {
  const compared = compareEngine(engine, counterAverages, factors);
  if (compared === null) return null;
  const { flops, bytes } = compared;
  const rawRatio = (of: (point: OperatingPoint) => number): number =>
    of(engine) / counterAverages.reduce((sum, point) => sum + of(point), 0);
  const flopsRatio = rawRatio(({ flopsPerSecond }) => flopsPerSecond);
  const ratios = {
    flopsRatio,
    bytesRatio: rawRatio(({ bytesPerSecond }) => bytesPerSecond),
    formulaFlopsFactor: flopsRatio / flops.ratio,
    formula,
  };
  if (flops.isWithinExpectedError && bytes.isWithinExpectedError)
    return { ...ratios, agrees: true, suspects: [] };
  return {
    ...ratios,
    agrees: false,
    suspects: suspectsOf(
      { flopsRatio: flops.ratio, bytesRatio: bytes.ratio },
      {
        flopsAgree: flops.isWithinExpectedError,
        bytesAgree: bytes.isWithinExpectedError,
      },
    ),
  };
}

function suspectsOf(
  { flopsRatio, bytesRatio }: Pick<EngineComparison, "flopsRatio" | "bytesRatio">,
  { flopsAgree, bytesAgree }: { readonly flopsAgree: boolean; readonly bytesAgree: boolean },
): readonly EngineSuspect[] {
  const isNear = (ratio: number, factor: number): boolean => Math.abs(Math.log(ratio / factor)) <= close;
  const byCount = countFactors.some((factor) => isNear(flopsRatio, factor) && isNear(bytesRatio, factor));
  return [
    ...(byCount ? (["accelerator-count"] as const) : []),
    ...(!bytesAgree && flopsAgree ? ([bytesRatio < 1 ? "narrower-weights" : "wider-weights"] as const) : []),
    ...(!flopsAgree && !byCount ? ([flopsRatio < 1 ? "missing-part" : "larger-model"] as const) : []),
  ];
}
