/** Selects the blocks of one arm, and computes one number per block. */
import { pickBlocks } from "@/lib/analysis/baselines/pick-blocks";
import type { StatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { TimeWindow } from "@/lib/model/time-window";

/** Returns the blocks that are completely inside one of the windows. */
export function pickArmBlocks(measured: MeasuredBlocks, windows: readonly TimeWindow[]): MeasuredBlocks {
  const { startMs, blockMs, blockCount } = measured;
  const indexes = Array.from({ length: blockCount }, (_, index) => index).filter((index) => {
    const blockStartMs = startMs + index * blockMs;
    return windows.some((window) => blockStartMs >= window.startMs && blockStartMs + blockMs <= window.endMs);
  });
  return pickBlocks(measured, indexes);
}

/** Returns the value of each block in order of time. Blocks without a value or without requests are excluded. */
export function listBlockValues(measured: MeasuredBlocks, key: StatisticKey): Float64Array {
  return Float64Array.from(listValues(measured, key)).filter(Number.isFinite);
}

function listValues(measured: MeasuredBlocks, { signal, statistic }: StatisticKey): readonly number[] {
  const { distributions, counters, gauges, blockMs } = measured;
  const distribution = distributions[signal];
  if (distribution !== undefined)
    return distribution.blocks.map((block) =>
      typeof block === "string" || block.weight <= 0 ? Number.NaN : block.sum / block.weight,
    );
  const toNumber = (block: number | string | undefined): number =>
    typeof block === "number" ? block : Number.NaN;
  const amounts = (counters[signal]?.blocks ?? []).map(toNumber);
  if (statistic !== "ratio-to-requests" && amounts.length > 0)
    return amounts.map((amount) => amount / (blockMs / 1_000));
  if (amounts.length > 0)
    return amounts.map((amount, block) => amount / toNumber(counters.requests?.blocks[block]));
  return (gauges[signal]?.blocks ?? []).map(toNumber);
}
