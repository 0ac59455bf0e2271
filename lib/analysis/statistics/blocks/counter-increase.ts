/**
 * Increase of one counter series in each block, from its raw samples.
 *
 *     samples   |  ·    ·    ·   |   ·    ·    ·  |        between two samples: later − earlier,
 *     blocks    └── increase 1 ──┴── increase 2 ──┘        or the later value after a reset
 *
 * The increase between two samples belongs to the block of the later one. A block is therefore the difference of the
 * last values at or before its two edges, and the blocks of a window add up to the increase of the counter. Nothing is
 * extrapolated or interpolated, unlike PromQL's `increase`, so counts stay integers.
 *
 * - A value below the previous one is a counter reset: the counter began again at 0 (Prometheus' rule; promql/functions.go,
 *   `extrapolatedRate`). Observations between the last sample and the reset are lost, as in Prometheus.
 * - The first sample is a reference and counts nothing, because its time of counting is unknown. Pass the samples from
 *   one spacing before the window on, so that the first block is complete.
 * - A sample missing at a block edge moves the increase to the next block. `observedMs` follows it: the time between
 *   the samples that were counted. A rate is the increase divided by `observedMs`, not by the length of the block.
 * - Over a gap longer than a block, the block of the increase is unknown. It is returned as `unassignedIncrease`.
 * - NaN values are ignored, like missing samples.
 */
import type { BlockGrid } from "./plan-blocks";

/** Raw samples of one counter series. */
export interface CounterSamples {
  /** Epoch milliseconds, ascending. */
  readonly timesMs: Float64Array;
  readonly values: Float64Array;
}

/** Increase of one series in each time block. */
export interface CounterIncrease {
  /** Increase in each block; 0 without samples, which `observedMs` reveals. */
  readonly increases: Float64Array;
  /** Time between counted samples in each block, in milliseconds; 0 if none were counted. */
  readonly observedMs: Float64Array;
  /** Increase over gaps longer than a block that end within the window. */
  readonly unassignedIncrease: number;
  /** Number of resets that end within the window. */
  readonly resetCount: number;
}

/** Returns whether the process restarted between two consecutive samples, given by their times. */
export type ResetTest = (previousMs: number, nextMs: number) => boolean;

/**
 * Computes the increase of one counter series in each block, with resets handled. `isKnownReset` adds
 * restarts that other series of the process reveal.
 */
export function computeCounterIncrease(
  samples: CounterSamples,
  { startMs, lengthMs, blockCount }: BlockGrid,
  isKnownReset: ResetTest = () => false,
): CounterIncrease {
  const increases = new Float64Array(blockCount);
  const observedMs = new Float64Array(blockCount);
  const endMs = startMs + blockCount * lengthMs;
  let [unassignedIncrease, resetCount] = [0, 0];
  for (const { previousMs, previous, nextMs, next } of samplePairs(samples)) {
    if (nextMs <= startMs || nextMs > endMs) continue;
    const isReset = next < previous || isKnownReset(previousMs, nextMs);
    const increase = isReset ? next : next - previous;
    if (isReset) resetCount += 1;
    if (nextMs - previousMs > lengthMs) {
      unassignedIncrease += increase;
      continue;
    }
    const block = Math.ceil((nextMs - startMs) / lengthMs) - 1;
    increases[block] = (increases[block] ?? 0) + increase;
    observedMs[block] = (observedMs[block] ?? 0) + nextMs - previousMs;
  }
  return { increases, observedMs, unassignedIncrease, resetCount };
}

/**
 * Finds the restarts of a process: times between consecutive samples at which one of its series fell. The
 * result tests any other series of the process.
 */
export function createResetTest(seriesOfProcess: readonly CounterSamples[]): ResetTest {
  const previousTimes = new Map<number, number>();
  for (const samples of seriesOfProcess)
    for (const { previousMs, previous, nextMs, next } of samplePairs(samples))
      if (next < previous) previousTimes.set(nextMs, previousMs);
  return (previousMs, nextMs) => previousTimes.get(nextMs) === previousMs;
}

/** Returns the times of the first and the last sample with a value; undefined without values. */
export function sampledRange({
  timesMs,
  values,
}: CounterSamples): { firstMs: number; lastMs: number } | undefined {
  const isValue = (value: number): boolean => !Number.isNaN(value);
  const [first, last] = [values.findIndex(isValue), values.findLastIndex(isValue)];
  return first === -1 ? undefined : { firstMs: timesMs[first] ?? 0, lastMs: timesMs[last] ?? 0 };
}

interface SamplePair {
  readonly previousMs: number;
  readonly previous: number;
  readonly nextMs: number;
  readonly next: number;
}

function* samplePairs({ timesMs, values }: CounterSamples): Generator<SamplePair, void, void> {
  let [previousMs, previous] = [Number.NaN, Number.NaN];
  for (const [index, next] of values.entries()) {
    if (Number.isNaN(next)) continue;
    const nextMs = timesMs[index] ?? Number.NaN;
    if (!Number.isNaN(previous)) yield { previousMs, previous, nextMs, next };
    [previousMs, previous] = [nextMs, next];
  }
}
