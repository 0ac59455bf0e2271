/** Selects the blocks of one arm, and computes one number per block. */
import { pickBlocks } from "@/lib/analysis/baselines/pick-blocks";
import type { StatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import { listDenominatorRequests, type MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { SignalId } from "@/lib/model/signals/signals";
import type { TimeWindow } from "@/lib/model/time-window";

/** Time blocks of one arm of an experiment, in order of time. There may be gaps between them. */
export interface ArmBlocks {
  readonly measured: MeasuredBlocks;
  /** Start of each block. */
  readonly startsMs: readonly number[];
  /** Instances that served in each block; null if the number is unknown. */
  readonly instanceCounts: readonly (number | null)[];
}

/**
 * Returns the blocks that are completely inside one of the windows. `counts` contains the number of
 * instances in each measured block.
 */
export function pickArmBlocks(
  measured: MeasuredBlocks,
  windows: readonly TimeWindow[],
  counts: readonly (number | null)[] = [],
): ArmBlocks {
  const { startMs, blockMs, blockCount } = measured;
  const indexes = Array.from({ length: blockCount }, (_, index) => index).filter((index) => {
    const blockStartMs = startMs + index * blockMs;
    return windows.some((window) => blockStartMs >= window.startMs && blockStartMs + blockMs <= window.endMs);
  });
  return {
    measured: pickBlocks(measured, indexes),
    startsMs: indexes.map((index) => startMs + index * blockMs),
    instanceCounts: indexes.map((index) => counts[index] ?? null),
  };
}

/**
 * Concatenates the blocks of several windows of one arm, in order of time. If a signal was not measured in one window,
 * the blocks of this window have no value of the signal. Throws if there is no window.
 */
export function joinArmBlocks(parts: readonly ArmBlocks[]): ArmBlocks {
  const [first] = parts;
  if (first === undefined) throw new Error("an arm has at least one part");
  if (parts.length === 1) return first;
  const startsMs = parts.flatMap((part) => part.startsMs);
  return {
    measured: {
      ...first.measured,
      blockCount: startsMs.length,
      distributions: joinSeries(parts, ({ distributions }) => distributions),
      counters: joinSeries(parts, ({ counters }) => counters),
      gauges: joinSeries(parts, ({ gauges }) => gauges),
    },
    startsMs,
    instanceCounts: parts.flatMap(({ instanceCounts }) => instanceCounts),
  };
}

type SeriesBySignal<S> = { readonly [Signal in SignalId]?: S | undefined };

interface Series {
  readonly blocks: readonly unknown[];
  readonly attempts?: readonly unknown[];
}

function joinSeries<S extends Series>(
  parts: readonly ArmBlocks[],
  seriesOf: (measured: MeasuredBlocks) => SeriesBySignal<S>,
): { [Signal in SignalId]?: S } {
  const ids = new Set(parts.flatMap(({ measured }) => Object.keys(seriesOf(measured)) as SignalId[]));
  const joined = [...ids].map((id) => {
    const join = (list: keyof Series) =>
      parts.flatMap(
        ({ measured, startsMs }) =>
          seriesOf(measured)[id]?.[list] ?? startsMs.map(() => "not-scraped" as const),
      );
    const known = parts.flatMap(({ measured }) => seriesOf(measured)[id] ?? []);
    const attempts = known.some((one) => one.attempts !== undefined) ? { attempts: join("attempts") } : {};
    return [id, { ...known[0], blocks: join("blocks"), ...attempts }];
  });
  return Object.fromEntries(joined) as { [Signal in SignalId]?: S };
}

/** Returns the first `count` blocks of an arm. */
export function takeFirstBlocks({ measured, startsMs, instanceCounts }: ArmBlocks, count: number): ArmBlocks {
  const taken = startsMs.slice(0, count);
  return {
    measured: pickBlocks(measured, [...taken.keys()]),
    startsMs: taken,
    instanceCounts: instanceCounts.slice(0, count),
  };
}

/**
 * Returns how many blocks from the start are needed until `valueCount` of them have a value of the
 * statistic.
 */
export function countBlocksUntil({ measured }: ArmBlocks, key: StatisticKey, valueCount: number): number {
  if (valueCount === 0) return 0;
  const indexes = listValues(measured, key).flatMap((value, index) =>
    Number.isFinite(value) ? [index] : [],
  );
  return (indexes[valueCount - 1] ?? measured.blockCount - 1) + 1;
}

/**
 * Returns the value of each block, in order of time. With `divisors`, each value is divided by the divisor
 * of its block, such as its number of instances. Blocks without a value or without requests are excluded.
 */
export function listBlockValues(
  measured: MeasuredBlocks,
  key: StatisticKey,
  divisors: readonly number[] | null = null,
): Float64Array {
  const values = Float64Array.from(listValues(measured, key));
  const divided = divisors === null ? values : values.map((value, index) => value / (divisors[index] ?? 1));
  return divided.filter(Number.isFinite);
}

function listValues(measured: MeasuredBlocks, { signal, statistic }: StatisticKey): readonly number[] {
  const { distributions, counters, gauges, blockMs } = measured;
  const distribution = distributions[signal];
  if (distribution !== undefined)
    return distribution.blocks.map((block) =>
      typeof block === "string" || block.weight <= 0 ? Number.NaN : block.sum / block.weight,
    );
  const amounts = (counters[signal]?.blocks ?? []).map(toNumber);
  const requests = listDenominatorRequests(measured, signal);
  if (statistic !== "ratio-to-requests" && amounts.length > 0)
    return amounts.map((amount) => amount / (blockMs / 1_000));
  if (amounts.length > 0) return amounts.map((amount, block) => ratioOf(amount, toNumber(requests[block])));
  return (gauges[signal]?.blocks ?? []).map(toNumber);
}

/**
 * Returns the ratio of events to requests. Some engines count only successful requests, so a block with errors and no
 * requests has the ratio 1.
 */
function ratioOf(amount: number, requests: number): number {
  return amount > 0 ? Math.min(1, amount / requests) : amount / requests;
}

/** Returns the mean number of requests per block; NaN if no block has a request count. */
export function meanRequestsPerBlock({ counters }: MeasuredBlocks): number {
  const present = (counters.requests?.blocks ?? []).filter((block) => typeof block === "number");
  return present.reduce((sum, count) => sum + count, 0) / present.length;
}

function toNumber(block: number | string | undefined): number {
  return typeof block === "number" ? block : Number.NaN;
}
