/** The increase in one block from raw samples, for blocks in which a counter was reset. */
import { computeCounterBlocks } from "@/lib/analysis/statistics/blocks/counter-blocks";
import type { CounterSamples } from "@/lib/analysis/statistics/blocks/counter-increase";
import {
  computeHistogramBlocks,
  type HistogramSamples,
} from "@/lib/analysis/statistics/blocks/histogram-blocks";
import type { BlockGrid } from "@/lib/analysis/statistics/blocks/plan-blocks";
import type { BlockOperand, SignalBlockPlan } from "@/lib/semantic/compile/compile-blocks";
import { parseBucketEdge } from "./bucket-edge";
import type { RawBlock } from "./evaluate-blocks";

/** Raw samples of one series, with its labels. */
export interface RawSeries extends CounterSamples {
  readonly labels: Readonly<Record<string, string>>;
}

/** Raw samples by selector, from `lookbackMs` before the block until its end. */
export type RawSamples = ReadonlyMap<string, readonly RawSeries[]>;

type PresentPlan = Extract<SignalBlockPlan, { kind: "blocks" }>;

/**
 * Computes the increases of a block from raw samples. Undefined if samples are missing for longer than a block, or if
 * the series can only be combined by a query.
 */
export function sumRawBlock(
  { operands, copyLabels }: PresentPlan,
  samples: RawSamples,
  grid: BlockGrid,
): RawBlock | undefined {
  const seriesOf = ({ rawTerms }: BlockOperand) =>
    (rawTerms ?? []).map(({ selectorPromql, sign }) => ({ sign, series: samples.get(selectorPromql) ?? [] }));
  if (operands.some(({ rawTerms }) => rawTerms === null)) return undefined;
  const buckets = operands.find(({ name }) => name === "buckets");
  const cumulativeCounts = new Map<number, number>();
  if (buckets !== undefined) {
    const series = seriesOf(buckets).flatMap((term) => term.series);
    const blocks = computeHistogramBlocks(groupProcesses(series, copyLabels, grid), grid);
    const block = blocks?.blocks[0];
    if (blocks === null || block === undefined || blocks.unassignedCount > 0) return undefined;
    for (const [index, edge] of blocks.upperBounds.entries())
      cumulativeCounts.set(edge, block.cumulativeCounts[index] ?? 0);
  }
  const increases: RawBlock["increases"] = {};
  for (const operand of operands) {
    if (operand.name === "buckets") continue;
    let total = 0;
    for (const { sign, series } of seriesOf(operand)) {
      const merged = dropCopies(series, copyLabels, (one) => increaseOf([one], grid));
      const { unassignedIncrease } = computeCounterBlocks(merged, grid);
      if (unassignedIncrease > 0) return undefined;
      total += sign * increaseOf(merged, grid);
    }
    increases[operand.name] = total;
  }
  return { increases, cumulativeCounts };
}

function increaseOf(series: readonly CounterSamples[], grid: BlockGrid): number {
  return computeCounterBlocks(series, grid).blocks[0]?.increase ?? 0;
}

/**
 * Joins the buckets of each process. If several processes are copies, only the copy with the most observations is used.
 */
function groupProcesses(
  series: readonly RawSeries[],
  copyLabels: readonly string[],
  grid: BlockGrid,
): readonly HistogramSamples[] {
  const byProcess = Map.groupBy(series, ({ labels }) => keyWithout(labels, ["le"]));
  const processes = [...byProcess.values()].map((buckets) => ({
    labels: buckets[0]?.labels ?? {},
    buckets: buckets.map((one) => ({ ...one, upperBound: parseBucketEdge(one.labels["le"]) })),
  }));
  return dropCopies(
    processes,
    ["le", ...copyLabels],
    (process) => computeHistogramBlocks([process], grid)?.blocks[0]?.count ?? 0,
  );
}

interface Labelled {
  readonly labels: Readonly<Record<string, string>>;
}

/** Keeps the copy with the largest increase, as `max without (labels)` does. */
function dropCopies<T extends Labelled>(
  series: readonly T[],
  copyLabels: readonly string[],
  increase: (one: T) => number,
): readonly T[] {
  return [...Map.groupBy(series, ({ labels }) => keyWithout(labels, copyLabels)).values()].flatMap((copies) =>
    copies.length === 1 ? copies : copies.toSorted((a, b) => increase(b) - increase(a)).slice(0, 1),
  );
}

function keyWithout(labels: Readonly<Record<string, string>>, without: readonly string[]): string {
  const entries = Object.entries(labels).filter(([name]) => !without.includes(name));
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
