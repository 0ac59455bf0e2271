/**
 * Throttled blocks of a window. A device is throttled if its clock is more than 5 % below the clock that it sustains: the
 * median of its blocks. Devices are judged one by one, because the mean of eight clocks hides one slow device.
 */
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";

/** A clock below this fraction of the device's sustained clock is throttled. */
const minClockRatio = 0.95;

/** Clock of one device in each block; NaN where the clock was not measured. */
export type DeviceClocks = ArrayLike<number>;

/**
 * Returns the blocks in which a device reports throttling, or the clock of a device is below its sustained clock. If
 * the clocks of individual devices are unknown, the mean clock of all devices is judged.
 */
export function findThrottledBlocks(
  { gauges, blockCount }: MeasuredBlocks,
  deviceClocks: readonly DeviceClocks[],
): readonly number[] {
  const meanClocks = (gauges["gpu-sm-clock"]?.blocks ?? []).map((clock) =>
    typeof clock === "number" ? clock : Number.NaN,
  );
  const judged = (deviceClocks.length === 0 ? [meanClocks] : deviceClocks).map((clocks) => ({
    clocks,
    sustained: medianOf(clocks),
  }));
  const throttled = gauges["gpu-throttled"]?.blocks ?? [];
  return Array.from({ length: blockCount }, (_, block) => block).filter((block) => {
    const ratio = throttled[block];
    return (
      (typeof ratio === "number" && ratio > 0) ||
      judged.some(({ clocks, sustained }) => (clocks[block] ?? Number.NaN) < minClockRatio * sustained)
    );
  });
}

/** Returns the median of the measured clocks; NaN without one. */
function medianOf(clocks: DeviceClocks): number {
  const sorted = Array.from(clocks)
    .filter((clock) => !Number.isNaN(clock))
    .toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
