/**
 * Compares independent measurements with the values that a setting predicts: bytes of the memory bus, FLOPs of the
 * tensor cores if tiles are full, the engine's estimates, the memory in use, and the observed machines.
 */
import { compareRatio, type RatioComparison } from "./comparison";
import { compareEngine } from "./engine-agreement";
import { computeFormulaFactors, unknownFormula } from "./engine-formula";
import { combineErrors, type RelativeError } from "@/lib/analysis/roofline/points/expected-error";
import { compareMemory } from "./memory-check";
import type { OperatingPoint } from "@/lib/analysis/roofline/points/operating-point";
import type { PoolSample, PoolEstimates } from "@/lib/analysis/roofline/points/pool-estimates";
import { countAccelerators } from "@/lib/analysis/roofline/points/setting";

/** Comparisons of one setting with all measurements. Each is null if there is nothing to compare. */
export interface SettingChecks {
  /** Comparison of the bytes per second from the accelerator's counters. */
  readonly bytes: RatioComparison | null;
  readonly flops: RatioComparison | null;
  /** Comparison of the bytes per second that the engine estimates. */
  readonly engineBytes: RatioComparison | null;
  readonly engineFlops: RatioComparison | null;
  /** Comparison of the memory in use. */
  readonly memory: RatioComparison | null;
  /** True if no point is above the roof, or closer to the roof than ever observed. */
  readonly isPossible: boolean;
  /** True if the device and the numbers of accelerators and instances match the observed values. */
  readonly matchesObservedMachines: boolean;
}

/** Compares the estimates of a pool setting with all measurements. */
export function checkSetting(estimates: PoolEstimates, sample: PoolSample): SettingChecks {
  const { setting, availablePhases, hardware, engine } = estimates;
  const averages = availablePhases.map(({ average }) => average);
  const isCompared = hardware.kind === "available" && averages.length > 0;
  const engineComparison =
    engine.kind === "available"
      ? compareEngine(
          engine.average,
          averages,
          computeFormulaFactors(estimates, sample.counters, sample.engine.formula ?? unknownFormula),
        )
      : null;
  return {
    bytes: isCompared
      ? compareWithHardware(averages, hardware.average, ({ bytesPerSecond, error }) => [
          bytesPerSecond,
          error.bytes,
        ])
      : null,
    flops:
      isCompared && hardware.flopsMeaning === "usable"
        ? compareWithHardware(averages, hardware.average, ({ flopsPerSecond, error }) => [
            flopsPerSecond,
            error.flops,
          ])
        : null,
    engineBytes: engineComparison?.bytes ?? null,
    engineFlops: engineComparison?.flops ?? null,
    memory: compareMemory(setting, {
      cacheTokens: sample.counters.kvCacheTokens,
      usedBytes: sample.observedMachines?.memoryUsedBytes,
    }),
    isPossible: availablePhases.every(({ busy }) => busy.judgement.kind === "possible"),
    matchesObservedMachines: matchesObserved(estimates, sample),
  };
}

function compareWithHardware(
  averages: readonly OperatingPoint[],
  hardware: OperatingPoint,
  of: (point: OperatingPoint) => readonly [number, RelativeError],
): RatioComparison {
  const [value, error] = of(hardware);
  const spreads = averages.map((point) => of(point)[1]);
  const widest: RelativeError = {
    lowerByRatio: Math.max(...spreads.map(({ lowerByRatio }) => lowerByRatio)),
    higherByRatio: Math.max(...spreads.map(({ higherByRatio }) => higherByRatio)),
  };
  return compareRatio(
    value / averages.reduce((sum, point) => sum + of(point)[0], 0),
    combineErrors(error, widest),
  );
}

function matchesObserved(
  { setting }: PoolEstimates,
  { devices, observedMachines: observed }: PoolSample,
): boolean {
  const {
    acceleratorCount: accelerators = countAccelerators(setting),
    instanceCount: engines = setting.replicas,
  } = observed ?? {};
  return (
    accelerators === countAccelerators(setting) &&
    engines === setting.replicas &&
    (devices.length === 0 || devices.some(({ id }) => id === setting.accelerator.id))
  );
}

/** Returns the fraction of memory bus cycles that move data while a step runs, 0 to 1. */
export function dramActiveWhileBusy({ availablePhases }: PoolEstimates, { hardware }: PoolSample): number {
  const { dramActiveRatio = 0, engineActiveRatio } = hardware;
  const inSteps = availablePhases.reduce((sum, { meanStep }) => sum + meanStep.busyRatio, 0);
  const busyRatio = Math.min(1, engineActiveRatio ?? inSteps);
  return busyRatio > 0 ? Math.min(1, dramActiveRatio / busyRatio) : dramActiveRatio;
}
