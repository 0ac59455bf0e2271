/**
 * Computes the samples for operating points from a range of the columns. Rates are averaged over time, and a mean is
 * the total of the sums ÷ the total of the counts.
 */
import type { CounterInput, CounterSample } from "@/lib/analysis/roofline/points/counter-sample";
import type { EngineSample } from "@/lib/analysis/roofline/points/engine-points";
import type { HardwareSample } from "@/lib/analysis/roofline/points/hardware-points";
import type { CacheLoad } from "@/lib/model/status/cache-pressure";
import type { RooflineColumns } from "./roofline-columns";

/** Grid points from `fromIndex` (inclusive) to `toIndex` (exclusive). */
export interface ColumnRange {
  readonly fromIndex: number;
  readonly toIndex: number;
}

/** Returns the range of all grid points. */
export const getFullColumnRange = ({ pointCount }: RooflineColumns): ColumnRange => ({
  fromIndex: 0,
  toIndex: pointCount,
});

/** Facts about a pool that are known from its configuration, not from metrics over time. */
export interface KnownPoolFacts {
  readonly kvCacheTokens?: number | undefined;
  readonly tokensPerKvBlock?: number | undefined;
  readonly stepTokenBudget?: number | undefined;
  /** E[output²] / E[output]²: mean output length of running requests ÷ mean output length of all requests. */
  readonly outputLengthVariation?: number | undefined;
}

type Draft = { -readonly [I in CounterInput]?: number };

/** Averages the token counters and gauges over the range. A measure without values is missing. */
export function toCounterSample(
  columns: RooflineColumns,
  range: ColumnRange,
  facts: KnownPoolFacts,
): CounterSample {
  const generated = meanOfColumn(columns.outputTokens, range);
  const first = meanOfColumn(columns.firstTokens, range);
  const outputTokensMean = ratioOfMeans(columns.outputLength, range);
  const sample: Draft = {};
  set(sample, "promptTokensPerSecond", meanOfColumn(columns.promptTokens, range));
  set(sample, "cachedPromptTokensPerSecond", meanOfColumn(columns.cachedTokens, range));
  set(sample, "generatedTokensPerSecond", generated);
  set(sample, "firstTokensPerSecond", first);
  set(sample, "stepsPerSecond", meanOfColumn(columns.steps, range));
  set(sample, "itlSeconds", ratioOfMeans(columns.itl, range));
  set(sample, "prefillSeconds", ratioOfMeans(columns.prefillTime, range));
  set(sample, "runningRequests", meanOfColumn(columns.running, range));
  set(sample, "kvUsageRatio", meanOfColumn(columns.kvUsage, range));
  set(sample, "kvCacheTokens", facts.kvCacheTokens);
  set(sample, "kvBlockTokens", facts.tokensPerKvBlock);
  set(sample, "promptTokensMean", ratioOfMeans(columns.promptLength, range));
  set(sample, "outputTokensMean", outputTokensMean);
  if (outputTokensMean !== undefined && facts.outputLengthVariation !== undefined)
    set(sample, "outputTokensSelfWeighted", outputTokensMean * facts.outputLengthVariation);
  set(sample, "stepTokenBudget", facts.stepTokenBudget);
  setDrafts(sample, { columns, range, decoded: (generated ?? 0) - (first ?? 0) });
  return sample;
}

/** Sets an input of the sample if its value is known. Unknown inputs stay absent. */
function set(sample: Draft, input: CounterInput, value: number | undefined): void {
  if (value !== undefined) sample[input] = value;
}

/** Returns the mean over all events, not the mean of means. */
function ratioOfMeans({ sum, count }: RooflineColumns["itl"], range: ColumnRange): number | undefined {
  const total = meanOfColumn(sum, range);
  const n = meanOfColumn(count, range);
  return total === undefined || n === undefined || !(n > 0) ? undefined : total / n;
}

/**
 * Sets the inputs of speculative decoding. Decoded tokens minus accepted draft tokens are one per sequence and step.
 */
function setDrafts(
  sample: Draft,
  {
    columns: { acceptedTokens, draftedTokens },
    range,
    decoded,
  }: { readonly columns: RooflineColumns; readonly range: ColumnRange; readonly decoded: number },
): void {
  const taken = meanOfColumn(acceptedTokens, range);
  const proposed = meanOfColumn(draftedTokens, range);
  if (taken === undefined || proposed === undefined || !(proposed > 0)) return;
  const sequenceSteps = decoded - taken;
  if (!(sequenceSteps > 0)) return;
  set(sample, "tokensPerSequenceStep", decoded / sequenceSteps);
  set(sample, "computedTokensPerSequenceStep", 1 + proposed / sequenceSteps);
}

/** Averages the engine's FLOP and byte estimates over the range. */
export function toEngineSample(columns: RooflineColumns, range: ColumnRange): EngineSample {
  return {
    flopsPerSecond: meanOfColumn(columns.flops, range),
    readBytesPerSecond: meanOfColumn(columns.readBytes, range),
    writtenBytesPerSecond: meanOfColumn(columns.writtenBytes, range),
  };
}

/** Averages the GPU activity ratios and the clock over the range. */
export function toHardwareSample(
  columns: RooflineColumns,
  range: ColumnRange,
  windowSeconds: number,
): HardwareSample {
  return {
    tensorActiveRatio: meanOfColumn(columns.tensorActive, range),
    dramActiveRatio: meanOfColumn(columns.dramActive, range),
    engineActiveRatio: meanOfColumn(columns.engineActive, range),
    smClockHertz: meanOfColumn(columns.smClock, range),
    windowSeconds,
  };
}

/** Returns the mean number of waiting requests per instance over the range; undefined if unknown. */
export function meanWaitingRequestsPerReplica(
  columns: RooflineColumns,
  range: ColumnRange,
  replicas: number,
): number | undefined {
  const total = meanOfColumn(columns.waiting, range);
  return total === undefined ? undefined : total / replicas;
}

/** Returns mean KV cache usage and waiting requests per instance over the range. */
export function meanCacheLoad(columns: RooflineColumns, range: ColumnRange, replicas: number): CacheLoad {
  return {
    waitingRequests: meanWaitingRequestsPerReplica(columns, range, replicas) ?? null,
    kvUsageRatio: meanOfColumn(columns.kvUsage, range) ?? null,
    preemptionsPerSecond: meanOfColumn(columns.preemptions, range) ?? null,
  };
}

/** Returns the mean of the values in the range, ignoring NaN; undefined if there are none. */
export function meanOfColumn(column: Float64Array, { fromIndex, toIndex }: ColumnRange): number | undefined {
  // Parameters are passed separately, because a pair would be allocated for every column of every interval.
  let sum = 0;
  let n = 0;
  for (let index = fromIndex; index < toIndex; index += 1) {
    const value = column[index] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    sum += value;
    n += 1;
  }
  return n === 0 ? undefined : sum / n;
}
