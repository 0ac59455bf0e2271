/**
 * What is measured and does not come from the token counters, held against what one setting makes of them: bytes of the memory bus,
 * FLOPs of the tensor cores where tiles are full, the engine's own estimates, the memory in use, the machines that are seen.
 */
import { compare, type Comparison } from "./comparison";
import { engineComparisons } from "./engine-agreement";
import { together, type Spread } from "./expected-error";
import { memoryCheck } from "./memory-check";
import type { OperatingPoint } from "./operating-point";
import type { PoolReading, Ways } from "./place-ways";
import { acceleratorsOf } from "./setting";

export interface SettingChecks {
  /** Each null where there is nothing to compare. */
  readonly bytes: Comparison | null;
  readonly flops: Comparison | null;
  readonly engineBytes: Comparison | null;
  readonly engineFlops: Comparison | null;
  readonly memory: Comparison | null;
  /** No point lies above the roof, or nearer to it than was ever seen. */
  readonly isPossible: boolean;
  /** As many accelerators and instances as are seen, of the device that is seen. */
  readonly isAsSeen: boolean;
}

export function checksOf(ways: Ways, reading: PoolReading): SettingChecks {
  const { setting, placed, hardware, engine } = ways;
  const averages = placed.map(({ average }) => average);
  const isCompared = hardware.kind === "placed" && averages.length > 0;
  const own = engine.kind === "placed" ? engineComparisons(engine.average, averages) : null;
  return {
    bytes: isCompared
      ? against(averages, hardware.average, ({ bytesPerSecond, error }) => [bytesPerSecond, error.bytes])
      : null,
    flops:
      isCompared && hardware.flopsMeaning === "usable"
        ? against(averages, hardware.average, ({ flopsPerSecond, error }) => [flopsPerSecond, error.flops])
        : null,
    engineBytes: own?.bytes ?? null,
    engineFlops: own?.flops ?? null,
    memory: memoryCheck(setting, {
      cacheTokens: reading.counters.kvCacheTokens,
      usedBytes: reading.seen?.memoryUsedBytes,
    }),
    isPossible: placed.every(({ busy }) => busy.judgement.kind === "possible"),
    isAsSeen: isAsSeen(ways, reading),
  };
}

function against(
  averages: readonly OperatingPoint[],
  hardware: OperatingPoint,
  of: (point: OperatingPoint) => readonly [number, Spread],
): Comparison {
  const [value, error] = of(hardware);
  const spreads = averages.map((point) => of(point)[1]);
  const widest: Spread = {
    below: Math.max(...spreads.map(({ below }) => below)),
    above: Math.max(...spreads.map(({ above }) => above)),
  };
  return compare(value / averages.reduce((sum, point) => sum + of(point)[0], 0), together(error, widest));
}

function isAsSeen({ setting }: Ways, { devices, seen }: PoolReading): boolean {
  const { accelerators = acceleratorsOf(setting), engines = setting.replicas } = seen ?? {};
  return (
    accelerators === acceleratorsOf(setting) &&
    engines === setting.replicas &&
    (devices.length === 0 || devices.some(({ id }) => id === setting.accelerator.id))
  );
}

/** Share of the bus's cycles while anything runs: it cannot be busy while nothing does. */
export function dramWhileBusy({ placed }: Ways, { hardware }: PoolReading): number {
  const { dramActiveRatio = 0, engineActiveRatio } = hardware;
  const inSteps = placed.reduce((sum, { basis }) => sum + basis.busyRatio, 0);
  const busyRatio = Math.min(1, engineActiveRatio ?? inSteps);
  return busyRatio > 0 ? Math.min(1, dramActiveRatio / busyRatio) : dramActiveRatio;
}
