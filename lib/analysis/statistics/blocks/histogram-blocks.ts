/**
 * Blocks of a classic histogram: observations up to each bucket edge, their sum and their number, per block and added
 * over processes.
 *
 * One process exposes all buckets in one response, so a reset of one bucket is a reset of all series of that process
 * between the same two scrapes. Prometheus decides for each series alone and misses the reset of a bucket that counted
 * more after it than before. The sum is not used to find resets, because negative observations lower it. A reset
 * after which every bucket counted more than before cannot be found by either rule.
 *
 * Edges differ after an upgrade of the engine, and between processes during it. Cumulative counts at an edge are exact
 * if every process counted that edge as long as its +Inf bucket, so only such edges are returned, for all blocks, and
 * the other edges are listed. Adding buckets of different edges would give falling counts or move observations to a
 * neighbouring bucket (`quantiles/mixed-edges.ts` detects such sums). Number and sum remain exact with every edge set.
 */
import {
  computeCounterIncrease,
  createResetTest,
  type CounterIncrease,
  type CounterSamples,
} from "./counter-increase";
import { sumAscending, computeBlockCoverage, type CounterCoverage } from "./counter-blocks";
import type { BlockGrid } from "./plan-blocks";

/** Samples of one bucket of a histogram. */
export interface BucketSamples extends CounterSamples {
  /** Upper edge from the `le` label; `Infinity` for +Inf. Two series of a process may have an equal edge (`1`, `1.0`). */
  readonly upperBound: number;
}

/** Bucket and sum series of one histogram of one process, with equal labels except `le`. */
export interface HistogramSamples {
  readonly buckets: readonly BucketSamples[];
  /** The `_sum` series; absent for histograms without one. */
  readonly sums?: CounterSamples | undefined;
}

/** Number and sum of the observations of a histogram in one time block. */
export interface HistogramBlock extends CounterCoverage {
  readonly startMs: number;
  /** Observations at or below each edge of `upperBounds`. */
  readonly cumulativeCounts: Float64Array;
  /** Number of observations. */
  readonly count: number;
  /** Sum of the observations; NaN if a process did not expose the sum for the full block. */
  readonly sum: number;
}

/** Number and sum of the observations of a histogram in each time block of a window. */
export interface HistogramBlocks {
  readonly lengthMs: number;
  /** Ascending edges that all processes counted in all blocks; the last one is `Infinity`. */
  readonly upperBounds: readonly number[];
  /** Ascending edges that only some processes or some blocks have. */
  readonly omittedBounds: readonly number[];
  readonly blocks: readonly HistogramBlock[];
  /** Observations in the window that no block contains, because of a gap longer than a block. */
  readonly unassignedCount: number;
  /** Restarts of processes in the window. */
  readonly resetCount: number;
}

/**
 * Adds the histograms of all processes in each time block; null if no process has a +Inf bucket. Processes
 * without one are ignored.
 */
export function computeHistogramBlocks(
  processes: readonly HistogramSamples[],
  grid: BlockGrid,
): HistogramBlocks | null {
  const measured = processes.flatMap((process) => measureProcess(process, grid) ?? []);
  if (measured.length === 0) return null;
  const bounds = sortedDistinct(measured.flatMap(({ increaseByBound }) => [...increaseByBound.keys()]));
  const common = bounds.filter((bound) => measured.every((process) => hasBoundThroughout(process, bound)));
  const coverages = computeBlockCoverage(
    measured.map(({ totals }) => totals),
    measured.map(({ total }) => total),
    grid,
  );
  const blocks = coverages.map((coverage, block) => ({
    startMs: grid.startMs + block * grid.lengthMs,
    cumulativeCounts: Float64Array.from(common, (bound) =>
      sumAscending(measured.map(({ increaseByBound }) => increaseByBound.get(bound)?.increases[block] ?? 0)),
    ),
    count: sumAscending(measured.map(({ total }) => total.increases[block] ?? 0)),
    sum: sumAscending(measured.map((process) => sumIn(process, block))),
    ...coverage,
  }));
  return {
    lengthMs: grid.lengthMs,
    upperBounds: common,
    omittedBounds: bounds.filter((bound) => !common.includes(bound)),
    blocks,
    unassignedCount: sumAscending(measured.map(({ total }) => total.unassignedIncrease)),
    resetCount: measured.reduce((sum, { total }) => sum + total.resetCount, 0),
  };
}

interface MeasuredProcess {
  /** Samples and increase of the +Inf bucket. */
  readonly totals: CounterSamples;
  readonly total: CounterIncrease;
  readonly increaseByBound: ReadonlyMap<number, CounterIncrease>;
  readonly sum: CounterIncrease | null;
}

function measureProcess({ buckets, sums }: HistogramSamples, grid: BlockGrid): MeasuredProcess | undefined {
  const samplesByBound = joinEqualBounds(buckets);
  const isReset = createResetTest([...samplesByBound.values()]);
  const increaseByBound = new Map<number, CounterIncrease>();
  for (const [upperBound, samples] of samplesByBound)
    increaseByBound.set(upperBound, computeCounterIncrease(samples, grid, isReset));
  const totals = samplesByBound.get(Number.POSITIVE_INFINITY);
  const total = increaseByBound.get(Number.POSITIVE_INFINITY);
  if (totals === undefined || total === undefined) return undefined;
  const sum = sums === undefined ? null : computeCounterIncrease(sums, grid, isReset);
  return { totals, total, increaseByBound, sum };
}

/** Joins series of equal edges: a new version of Prometheus or of the client library may write `1.0` for `1`. */
function joinEqualBounds(buckets: readonly BucketSamples[]): ReadonlyMap<number, CounterSamples> {
  const joined = new Map<number, CounterSamples>();
  for (const { upperBound, timesMs, values } of buckets) {
    const known = joined.get(upperBound);
    joined.set(
      upperBound,
      known === undefined ? { timesMs, values } : joinSamples(known, { timesMs, values }),
    );
  }
  return joined;
}

function joinSamples(a: CounterSamples, b: CounterSamples): CounterSamples {
  const samples = [a, b].flatMap(({ timesMs, values }) =>
    Array.from(timesMs, (timeMs, index) => ({ timeMs, value: values[index] ?? Number.NaN })),
  );
  samples.sort((left, right) => left.timeMs - right.timeMs);
  return {
    timesMs: Float64Array.from(samples, ({ timeMs }) => timeMs),
    values: Float64Array.from(samples, ({ value }) => value),
  };
}

/** Returns whether the process counted the edge in each block as long as its +Inf bucket. */
function hasBoundThroughout({ total, increaseByBound }: MeasuredProcess, bound: number): boolean {
  const increase = increaseByBound.get(bound);
  return total.observedMs.every((observedMs, block) => (increase?.observedMs[block] ?? 0) === observedMs);
}

function sumIn({ total, sum }: MeasuredProcess, block: number): number {
  const observedMs = total.observedMs[block] ?? 0;
  if (observedMs === 0) return 0;
  return sum?.observedMs[block] === observedMs ? (sum.increases[block] ?? 0) : Number.NaN;
}

function sortedDistinct(values: readonly number[]): readonly number[] {
  return [...new Set(values)].toSorted((a, b) => a - b);
}
