/**
 * Checks the numbers of an imported baseline. A capture cannot have impossible values, but a file can be edited. Stored
 * captures are not checked, so that they stay readable.
 */
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import type { DistributionBlock, MeasuredDistribution } from "@/lib/model/baseline/measured-blocks";

const toleranceRatio = 0.01;
/** A scrape while an engine counts a request can contain its sum without its bucket, or its bucket without its sum. */
const separatedPerBlock = 1;
/** Differences of counters that are not whole numbers have a rounding error. An observation counts 1. */
const roundingCount = 0.001;

/** Returns the first impossible value of a document as a phrase with its path; null if all values are possible. */
export function findImpossibleValue({
  window,
  measured,
  load,
  instanceRange,
}: BaselineDocument): string | null {
  const { blockMs, blockCount, distributions, counters, gauges } = measured;
  const lengthMs = window.endMs - window.startMs;
  if (lengthMs <= 0) return "window: the end must be after the start";
  if (blockMs * blockCount > lengthMs) return "measured: the time blocks are longer than the window";
  if (instanceRange !== null && (instanceRange.min < 0 || instanceRange.max < instanceRange.min))
    return `instanceRange: ${instanceRange.min} to ${instanceRange.max} is impossible`;
  return (
    findNegativeLoad(load) ??
    findIn("distributions", { signals: distributions, blockCount }, findInDistribution) ??
    findIn(
      "counters",
      { signals: counters, blockCount },
      ({ blocks, attempts = [] }) => findNegative(blocks) ?? findNegative(attempts),
    ) ??
    findIn("gauges", { signals: gauges, blockCount }, ({ unit, blocks }) =>
      unit === "celsius" || unit === "number" ? null : findNegative(blocks),
    )
  );
}

function findNegativeLoad(load: BaselineDocument["load"]): string | null {
  for (const [name, value] of Object.entries(load))
    if (typeof value === "number" && value < -roundingCount) return `load.${name}: ${value} is negative`;
  return null;
}

/** Returns the first problem of the signals of one kind, with its path. */
function findIn<T extends { readonly blocks: readonly unknown[] }>(
  path: string,
  { signals, blockCount }: { readonly signals: Readonly<Record<string, T>>; readonly blockCount: number },
  find: (signal: T) => string | null,
): string | null {
  for (const [id, signal] of Object.entries(signals)) {
    const { length } = signal.blocks;
    const problem =
      length === blockCount ? find(signal) : `it has ${length} time blocks instead of ${blockCount}`;
    if (problem !== null) return `measured.${path}.${id}: ${problem}`;
  }
  return null;
}

function findNegative(blocks: readonly (number | string)[]): string | null {
  const index = blocks.findIndex((block) => typeof block === "number" && block < -roundingCount);
  return index === -1 ? null : `block ${index} is negative (${blocks[index]})`;
}

function findInDistribution({ upperEdges, blocks }: MeasuredDistribution): string | null {
  const isAscending = upperEdges.every(
    (edge, index) => index === 0 || (edge ?? Infinity) > (upperEdges[index - 1] ?? Infinity),
  );
  if (!isAscending) return "the bucket edges are not in ascending order";
  for (const [index, block] of blocks.entries()) {
    const problem = typeof block === "string" ? null : findInBlock(block, upperEdges);
    if (problem !== null) return `block ${index}: ${problem}`;
  }
  return findSumOutsideBuckets(blocks, upperEdges);
}

function findInBlock(
  { counts, count, sum }: DistributionBlock,
  upperEdges: MeasuredDistribution["upperEdges"],
): string | null {
  // The weight of some signals is a difference of two counters, which is negative if requests were aborted early.
  const negative = [...counts, count, sum].find((value) => value < -roundingCount);
  if (negative !== undefined) return `${negative} is negative`;
  if (counts.length === 0) return null;
  if (counts.length !== upperEdges.length)
    return `it has ${counts.length} counts for ${upperEdges.length} buckets`;
  const total = counts.reduce((added, one) => added + one, 0);
  if (Math.abs(total - count) > toleranceRatio * Math.max(total, count) + roundingCount)
    return `the buckets contain ${total} observations, but the count is ${count}`;
  return null;
}

/**
 * Compares the sum of the window with its buckets. Single blocks are not compared, because a request can be in the bucket of
 * one block and in the sum of the next one.
 */
function findSumOutsideBuckets(
  blocks: MeasuredDistribution["blocks"],
  upperEdges: MeasuredDistribution["upperEdges"],
): string | null {
  // The mean of a signal with another weight, such as output tokens, is not a mean of the observations in its buckets.
  const compared = blocks.flatMap((block) =>
    typeof block === "string" || block.counts.length === 0 || block.weight !== block.count ? [] : [block],
  );
  const counts = upperEdges.map((_, bucket) =>
    compared.reduce((added, block) => added + Math.max(0, block.counts[bucket] ?? 0), 0),
  );
  if (counts.every((count) => count <= roundingCount)) return null;
  const sum = compared.reduce((added, block) => added + block.sum, 0);
  const product = (amount: number, edge: number): number => (amount <= 0 ? 0 : amount * edge);
  const smallest = counts.reduce(
    (added, amount, index) => added + product(amount, Math.max(0, upperEdges[index - 1] ?? 0)),
    0,
  );
  const largest = counts.reduce(
    (added, amount, index) => added + product(amount, upperEdges[index] ?? Infinity),
    0,
  );
  const highestEdge = upperEdges.findLast((edge, index) => edge !== null && (counts[index] ?? 0) > 0) ?? 0;
  const separated = separatedPerBlock * compared.length * highestEdge;
  const isPossible =
    sum >= smallest * (1 - toleranceRatio) - separated && sum <= largest * (1 + toleranceRatio) + separated;
  return isPossible
    ? null
    : `the sum ${sum} does not agree with the buckets, so the mean is outside their edges`;
}
