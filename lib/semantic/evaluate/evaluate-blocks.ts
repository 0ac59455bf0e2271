/**
 * Exact increases per block from the results of a block plan. An incomplete block contains the reason instead of a
 * value, because a lower count would look like less traffic.
 */
import type {
  BlockAbsence,
  DistributionBlock,
  MeasuredCounter,
  MeasuredDistribution,
} from "@/lib/model/baseline/measured-blocks";
import type { Matrix } from "@/lib/model/grid";
import { signalDefinition } from "@/lib/model/signals/signals";
import type { BlockOperand, BlockOperandName, SignalBlockPlan } from "@/lib/semantic/compile/compile-blocks";
import { parseBucketEdge } from "./bucket-edge";

type PresentPlan = Extract<SignalBlockPlan, { kind: "blocks" }>;

/**
 * Differences of counters that are not whole numbers, for example of recording rules, have a rounding error. An
 * observation counts 1.
 */
const roundingCount = 0.001;

/** Increases in one time block, computed from raw samples because a counter was reset. */
export interface RawBlock {
  readonly increases: Partial<Record<BlockOperandName, number>>;
  /** Cumulative counts by upper edge. */
  readonly cumulativeCounts: ReadonlyMap<number, number>;
}

/** Results of the queries of a block plan. */
export interface BlockResults {
  /** Result of each query. Point 0 is the start of the first block, and point i + 1 the end of block i. */
  readonly answers: ReadonlyMap<string, Matrix>;
  readonly blockCount: number;
}

/**
 * Returns whether the window has samples of the signal. One block edge is enough, because a deployment may
 * have started shortly before the end.
 */
export function hasSamples({ operands, continuity }: PresentPlan, { answers }: BlockResults): boolean {
  const own = operands.filter(({ name }) => name !== "denominator-requests");
  const queries = [...own.map(({ query }) => query), ...continuity.map(({ endCountQuery }) => endCountQuery)];
  return queries.some((query) => (answers.get(query)?.rows.length ?? 0) > 0);
}

/** Returns whether the source has the sum of a histogram, but none of its buckets, which some scrape configurations drop. */
export function hasSumOnly({ operands }: PresentPlan, { answers }: BlockResults): boolean {
  const rowCountOf = (wanted: BlockOperandName): number | undefined => {
    const operand = operands.find(({ name }) => name === wanted);
    return operand && (answers.get(operand.query)?.rows.length ?? 0);
  };
  return rowCountOf("buckets") === 0 && (rowCountOf("sum") ?? 0) > 0;
}

/** Returns the indexes of blocks that contain or follow a counter reset and have samples at both edges. */
export function findResetBlocks(plan: PresentPlan, results: BlockResults): readonly number[] {
  const reasons = listContinuity(plan, results);
  return reasons.flatMap((reason, block) => (reason === "counter-reset" ? [block] : []));
}

/** Computes the increase of a counter in each block. `rawBlocks` has the values of blocks with a reset. */
export function evaluateCounterBlocks(
  plan: PresentPlan,
  results: BlockResults,
  rawBlocks: ReadonlyMap<number, RawBlock>,
): MeasuredCounter {
  const values = readOperand(plan, "value", results);
  const layerRequests = readOperand(plan, "denominator-requests", results);
  const reasons = listContinuity(plan, results);
  const layerRequestReasons = listContinuity(
    { continuity: plan.denominatorRequestsContinuity ?? [] },
    results,
  );
  const listRequestCounts = (counts: Float64Array): MeasuredCounter["blocks"] =>
    reasons.map((reason, block) => reason ?? layerRequestReasons[block] ?? toAmount(counts[block]));
  return {
    unit: signalDefinition(plan.signal).unit,
    ...(layerRequests === undefined ? {} : { attempts: listRequestCounts(layerRequests) }),
    blocks: reasons.map((reason, block) => {
      const raw = rawBlocks.get(block)?.increases.value;
      if (reason === "counter-reset" && raw !== undefined) return raw * plan.scale;
      if (reason !== undefined) return reason;
      const value = values?.[block] ?? Number.NaN;
      return Number.isNaN(value) ? "not-scraped" : value * plan.scale;
    }),
  };
}

function toAmount(count: number | undefined): number | BlockAbsence {
  return count === undefined || Number.isNaN(count) ? "not-scraped" : count;
}

/**
 * Computes the bucket counts and sums of a histogram in each block. `rawBlocks` has the values of blocks
 * with a reset.
 */
export function evaluateDistributionBlocks(
  plan: PresentPlan,
  results: BlockResults,
  rawBlocks: ReadonlyMap<number, RawBlock>,
): MeasuredDistribution {
  const { scale, signal, operands, bucketsAbsentReason } = plan;
  const buckets = readBuckets(plan, results);
  const lacksBuckets = buckets.length === 0 && operands.some(({ name }) => name === "buckets");
  const reason = lacksBuckets
    ? "No time block of the window has histogram buckets at both ends, so percentiles are not known."
    : bucketsAbsentReason;
  const edges = buckets.map(({ upperEdge }) => upperEdge);
  const column = (name: BlockOperandName): Float64Array | undefined => readOperand(plan, name, results);
  const [sums, weights, counts] = [column("sum"), column("weight"), column("count")];
  const measure = (block: number, raw: RawBlock | undefined): DistributionBlock | BlockAbsence => {
    const cumulative = buckets.map(({ upperEdge, values }) =>
      raw === undefined ? values[block] : raw.cumulativeCounts.get(upperEdge),
    );
    if (raw !== undefined && edges.length > 0 && raw.cumulativeCounts.size !== edges.length)
      return "mixed-edges";
    const value = (name: BlockOperandName, of: Float64Array | undefined): number =>
      (raw === undefined ? of?.[block] : raw.increases[name]) ?? Number.NaN;
    const count = edges.length > 0 ? (cumulative.at(-1) ?? Number.NaN) : value("count", counts);
    const sum = value("sum", sums);
    // The series of the buckets start within the block, so their increase is not known.
    if (raw !== undefined && edges.length > 0 && count === 0 && sum > 0) return "mixed-edges";
    const weight = weights === undefined ? count : value("weight", weights);
    if ([count, sum, weight].some((one) => Number.isNaN(one))) return "not-scraped";
    const perBucket = cumulative.map((one, index) => (one ?? Number.NaN) - (cumulative[index - 1] ?? 0));
    // A sum over different edges is not monotonic, or lacks an edge.
    if (perBucket.some((one) => !(one > -roundingCount))) return "mixed-edges";
    return { counts: perBucket.map((one) => Math.max(0, one)), count, sum: sum * scale, weight };
  };
  return {
    unit: signalDefinition(signal).unit,
    upperEdges: edges.map((edge) => (edge === Infinity ? null : edge * scale)),
    blocks: listContinuity(plan, results).map((reason, block) => {
      const raw = rawBlocks.get(block);
      if (reason === undefined) return measure(block, undefined);
      return reason === "counter-reset" && raw !== undefined ? measure(block, raw) : reason;
    }),
    ...(reason === undefined ? {} : { bucketsAbsentReason: reason }),
  };
}

/**
 * Returns, for each block, the reason why the difference of its edge values is not the increase; undefined if it is.
 */
function listContinuity(
  { continuity }: Pick<PresentPlan, "continuity">,
  { answers, blockCount }: BlockResults,
): readonly (BlockAbsence | undefined)[] {
  const metrics = continuity.map((one) => {
    const processes = (answers.get(one.endCountQuery)?.rows ?? []).map(({ values }) => values);
    return {
      ends: Array.from({ length: blockCount + 1 }, (_, point) =>
        processes.reduce((sum, counts) => sum + orZero(counts[point]), 0),
      ),
      isGap: findGaps(processes, blockCount),
      throughoutCounts: answers.get(one.bothEdgesCountQuery)?.rows[0]?.values,
      resets: answers.get(one.resetsQuery)?.rows[0]?.values,
    };
  });
  return Array.from({ length: blockCount }, (_, block) => {
    if (metrics.some(({ isGap }) => isGap[block])) return "not-scraped";
    const edges = metrics.map(({ ends, throughoutCounts }) => ({
      start: orZero(ends[block]),
      end: orZero(ends[block + 1]),
      throughout: orZero(throughoutCounts?.[block + 1]),
    }));
    if (edges.some(({ start, throughout }) => throughout < start)) return "series-stopped";
    if (edges.some(({ end, throughout }) => throughout < end)) return "series-started";
    return metrics.some(({ resets }) => orZero(resets?.[block + 1]) > 0) ? "counter-reset" : undefined;
  });
}

/**
 * Returns the blocks in which a process has no samples, although it has samples before and after. A process that was
 * scaled down is not missing afterwards.
 */
function findGaps(processes: readonly Float64Array[], blockCount: number): readonly boolean[] {
  const ranges = processes.map((counts) => {
    const isPresent = (count: number): boolean => count > 0;
    return { counts, first: counts.findIndex(isPresent), last: counts.findLastIndex(isPresent) };
  });
  return Array.from({ length: blockCount }, (_, block) =>
    ranges.some(
      ({ counts, first, last }) =>
        block > first &&
        block + 1 < last &&
        first !== -1 &&
        orZero(counts[block]) === 0 &&
        orZero(counts[block + 1]) === 0,
    ),
  );
}

function orZero(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}

function readOperand(
  { operands }: PresentPlan,
  name: BlockOperandName,
  { answers, blockCount }: BlockResults,
): Float64Array | undefined {
  const operand = operands.find((one) => one.name === name);
  const values = operand && answers.get(operand.query)?.rows[0]?.values;
  return values && listIncreases(operand, values, blockCount);
}

/** Returns the increase in each block. */
function listIncreases({ resultKind }: BlockOperand, values: Float64Array, blockCount: number): Float64Array {
  const ends = values.subarray(1, blockCount + 1);
  return resultKind === "increase" ? ends : ends.map((end, block) => end - (values[block] ?? Number.NaN));
}

interface BucketColumn {
  readonly upperEdge: number;
  readonly values: Float64Array;
}

/** Returns the cumulative counts of each edge, ascending. */
function readBuckets(
  { operands }: PresentPlan,
  { answers, blockCount }: BlockResults,
): readonly BucketColumn[] {
  const operand = operands.find(({ name }) => name === "buckets");
  if (operand === undefined) return [];
  return (answers.get(operand.query)?.rows ?? [])
    .flatMap(({ labels, values }) => {
      const upperEdge = parseBucketEdge(labels["le"]);
      return Number.isNaN(upperEdge)
        ? []
        : [{ upperEdge, values: listIncreases(operand, values, blockCount) }];
    })
    .toSorted((a, b) => a.upperEdge - b.upperEdge);
}
