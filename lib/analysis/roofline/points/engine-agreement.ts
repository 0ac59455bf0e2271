/**
 * The engine's own estimates against the counters: the same arithmetic done twice, so what differs is an assumption, not the hardware.
 * Engine over counters should be 1.0 to 1.1 in decode and up to 1.3 with prompts, give or take both errors.
 */
import { together, type Spread } from "./expected-error";
import type { OperatingPoint } from "./operating-point";

export type EngineSuspect =
  /** Formats that the engine does not tell apart by name are taken as 4 bits; or ours is told too wide. */
  | "narrower-weights"
  | "wider-weights"
  /** A quantisation it does not know makes it leave a part out. */
  | "part-left-out"
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
const counts = [1 / 8, 1 / 4, 1 / 2, 2, 4, 8] as const;

/** `averages` of the counters, all phases of the window. Null where there are none. */
export function engineAgreement(
  engine: OperatingPoint,
  averages: readonly OperatingPoint[],
): EngineComparison | null {
  if (averages.length === 0) return null;
  const sum = (value: (point: OperatingPoint) => number): number =>
    averages.reduce((total, point) => total + value(point), 0);
  const flopsRatio = engine.flopsPerSecond / sum((point) => point.flopsPerSecond);
  const bytesRatio = engine.bytesPerSecond / sum((point) => point.bytesPerSecond);
  const within = (ratio: number, own: Spread, others: (point: OperatingPoint) => Spread): boolean => {
    const widest = together(own, {
      below: Math.max(...averages.map((point) => others(point).below)),
      above: Math.max(...averages.map((point) => others(point).above)),
    });
    // The estimate may be high by what it errs upwards, low by little.
    return ratio <= 1 / (1 - Math.min(0.9, widest.below)) && ratio >= 1 - widest.above;
  };
  const flopsAgree = within(flopsRatio, engine.error.flops, (point) => point.error.flops);
  const bytesAgree = within(bytesRatio, engine.error.bytes, (point) => point.error.bytes);
  if (flopsAgree && bytesAgree) return { flopsRatio, bytesRatio, agrees: true, suspects: [] };
  return {
    flopsRatio,
    bytesRatio,
    agrees: false,
    suspects: suspectsOf({ flopsRatio, bytesRatio }, { flopsAgree, bytesAgree }),
  };
}

function suspectsOf(
  { flopsRatio, bytesRatio }: Pick<EngineComparison, "flopsRatio" | "bytesRatio">,
  { flopsAgree, bytesAgree }: { readonly flopsAgree: boolean; readonly bytesAgree: boolean },
): readonly EngineSuspect[] {
  const isNear = (ratio: number, factor: number): boolean => Math.abs(Math.log(ratio / factor)) <= close;
  const byCount = counts.some((factor) => isNear(flopsRatio, factor) && isNear(bytesRatio, factor));
  return [
    ...(byCount ? (["accelerator-count"] as const) : []),
    ...(!bytesAgree && flopsAgree ? ([bytesRatio < 1 ? "narrower-weights" : "wider-weights"] as const) : []),
    ...(!flopsAgree && !byCount ? ([flopsRatio < 1 ? "part-left-out" : "larger-model"] as const) : []),
  ];
}
