/**
 * Compares independent measurements with the values that a setting predicts: bytes of the memory bus, FLOPs of the
 * tensor cores if tiles are full, the engine's estimates, the memory in use, and the observed machines.
 */
import { compareRatio, type RatioComparison } from "./comparison";
import { engineComparisons } from "./engine-agreement";
import { combineErrors, type RelativeError } from "@/lib/analysis/roofline/points/expected-error";
import { memoryCheck } from "./memory-check";
import type { OperatingPoint } from "@/lib/analysis/roofline/points/operating-point";
import type { PoolSample, PoolEstimates } from "@/lib/analysis/roofline/points/pool-estimates";
import { countAccelerators } from "@/lib/analysis/roofline/points/setting";

export interface SettingChecks {
  /** Each is null if there is nothing to compare. */
  readonly bytes: RatioComparison | null;
  readonly flops: RatioComparison | null;
  readonly engineBytes: RatioComparison | null;
  readonly engineFlops: RatioComparison | null;
  readonly memory: RatioComparison | null;
  /** No point is above the roof, or closer to it than ever observed. */
  readonly isPossible: boolean;
  /** The number of accelerators and instances and the device match the observed ones. */
  readonly matchesObserved: boolean;
}

export function checkSetting(estimates: PoolEstimates, sample: PoolSample): SettingChecks {
  const { setting, availablePhases, hardware, engine } = estimates;
  const averages = availablePhases.map(({ average }) => average);
  const isCompared = hardware.kind === "available" && averages.length > 0;
  const engineComparison = engine.kind === "available" ? engineComparisons(engine.average, averages) : null;
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
    memory: memoryCheck(setting, {
      cacheTokens: sample.counters.kvCacheTokens,
      usedBytes: sample.observed?.memoryUsedBytes,
    }),
    isPossible: availablePhases.every(({ busy }) => busy.judgement.kind === "possible"),
    matchesObserved: matchesObserved(estimates, sample),
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
    belowRatio: Math.max(...spreads.map(({ belowRatio }) => belowRatio)),
    aboveRatio: Math.max(...spreads.map(({ aboveRatio }) => aboveRatio)),
  };
  return compareRatio(
    value / averages.reduce((sum, point) => sum + of(point)[0], 0),
    combineErrors(error, widest),
  );
}

function matchesObserved({ setting }: PoolEstimates, { devices, observed }: PoolSample): boolean {
  const { accelerators = countAccelerators(setting), engines = setting.replicas } = observed ?? {};
  return (
    accelerators === countAccelerators(setting) &&
    engines === setting.replicas &&
    (devices.length === 0 || devices.some(({ id }) => id === setting.accelerator.id))
  );
}

/** Returns the share of bus cycles while anything runs. The bus cannot be busy while nothing runs. */
export function dramActiveWhileBusy({ availablePhases }: PoolEstimates, { hardware }: PoolSample): number {
  const { dramActiveRatio = 0, engineActiveRatio } = hardware;
  const inSteps = availablePhases.reduce((sum, { basis }) => sum + basis.busyRatio, 0);
  const busyRatio = Math.min(1, engineActiveRatio ?? inSteps);
  return busyRatio > 0 ? Math.min(1, dramActiveRatio / busyRatio) : dramActiveRatio;
}
