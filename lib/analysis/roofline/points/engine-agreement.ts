/**
 * The engine's own estimates against the counters: the same arithmetic done twice, so what differs is an assumption, not the hardware.
 * Engine over counters should be 1.0 to 1.1 in decode and up to 1.3 with prompts, give or take both errors.
 */
import { compareRatio, type RatioComparison } from "./comparison";
import { combineErrors, type RelativeError } from "./expected-error";
import type { OperatingPoint } from "./operating-point";

export type EngineSuspect =
  /** Formats that the engine does not tell apart by name are taken as 4 bits; or ours is told too wide. */
  | "narrower-weights"
  | "wider-weights"
  /** A quantisation it does not know makes it leave a part out. */
  | "missing-part"
  /** Feed-forwards are all counted with three matrices; or the model is larger than told. */
  | "larger-model"
  /** Rates are of one accelerator there; here they are divided by the count that was told. */
  | "accelerator-count";

export interface EngineComparison {
  /** Engine over counters. */
  readonly flopsRatio: number;
  readonly bytesRatio: number;
  readonly agrees: boolean;
  /** Empty where they agree. */
  readonly suspects: readonly EngineSuspect[];
}

const close = Math.log(1.15);
const countFactors = [1 / 8, 1 / 4, 1 / 2, 2, 4, 8] as const;

/** Of FLOPs and bytes. The estimate may be high by what it errs upwards, low by little. */
export function engineComparisons(
  engine: OperatingPoint,
  averages: readonly OperatingPoint[],
): { readonly flops: RatioComparison; readonly bytes: RatioComparison } | null {
  if (averages.length === 0) return null;
  const compareWithCounters = (
    of: (point: OperatingPoint) => readonly [number, RelativeError],
  ): RatioComparison => {
    const [value, engineError] = of(engine);
    const counterErrors = averages.map((point) => of(point)[1]);
    const widest = combineErrors(engineError, {
      below: Math.max(...counterErrors.map(({ below }) => below)),
      above: Math.max(...counterErrors.map(({ above }) => above)),
    });
    return compareRatio(value / averages.reduce((sum, point) => sum + of(point)[0], 0), {
      below: widest.above,
      above: 1 / (1 - Math.min(0.9, widest.below)) - 1,
    });
  };
  return {
    flops: compareWithCounters(({ flopsPerSecond, error }) => [flopsPerSecond, error.flops]),
    bytes: compareWithCounters(({ bytesPerSecond, error }) => [bytesPerSecond, error.bytes]),
  };
}

/** `averages` of the counters, all phases of the window. Null where there are none. */
export function engineAgreement(
  engine: OperatingPoint,
  averages: readonly OperatingPoint[],
): EngineComparison | null {
  const compared = engineComparisons(engine, averages);
  if (compared === null) return null;
  const { flops, bytes } = compared;
  const ratios = { flopsRatio: flops.ratio, bytesRatio: bytes.ratio };
  if (flops.agrees && bytes.agrees) return { ...ratios, agrees: true, suspects: [] };
  return {
    ...ratios,
    agrees: false,
    suspects: suspectsOf(ratios, { flopsAgree: flops.agrees, bytesAgree: bytes.agrees }),
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
