/** Samples for the points, from a range of the columns: rates are means over time, means are sums over counts. */
import type { CounterInput, CounterSample } from "@/lib/analysis/roofline/points/counter-sample";
import type { EngineSample } from "@/lib/analysis/roofline/points/engine-points";
import type { HardwareSample } from "@/lib/analysis/roofline/points/hardware-points";
import type { RooflineColumns } from "./roofline-columns";

/** Grid points from `from` (inclusive) to `to` (exclusive). */
export interface ColumnRange {
  readonly from: number;
  readonly to: number;
}

export const fullRange = ({ pointCount }: RooflineColumns): ColumnRange => ({ from: 0, to: pointCount });

/** Facts that are not in the columns. */
export interface KnownFacts {
  readonly kvCacheTokens?: number | undefined;
  readonly kvBlockTokens?: number | undefined;
  readonly stepTokenBudget?: number | undefined;
  /** E[output²] / E[output]². */
  readonly outputSpread?: number | undefined;
}

type Draft = { -readonly [I in CounterInput]?: number };

export function counterSampleOf(
  columns: RooflineColumns,
  range: ColumnRange,
  facts: KnownFacts,
): CounterSample {
  const generated = columnMean(columns.outputTokens, range);
  const first = columnMean(columns.firstTokens, range);
  const outputTokensMean = ratioOfMeans(columns.outputLength, range);
  const sample: Draft = {};
  set(sample, "promptTokensPerSecond", columnMean(columns.promptTokens, range));
  set(sample, "cachedPromptTokensPerSecond", columnMean(columns.cachedTokens, range));
  set(sample, "generatedTokensPerSecond", generated);
  set(sample, "firstTokensPerSecond", first);
  set(sample, "stepsPerSecond", columnMean(columns.steps, range));
  set(sample, "itlSeconds", ratioOfMeans(columns.itl, range));
  set(sample, "prefillSeconds", ratioOfMeans(columns.prefillTime, range));
  set(sample, "runningRequests", columnMean(columns.running, range));
  set(sample, "kvUsageRatio", columnMean(columns.kvUsage, range));
  set(sample, "kvCacheTokens", facts.kvCacheTokens);
  set(sample, "kvBlockTokens", facts.kvBlockTokens);
  set(sample, "promptTokensMean", ratioOfMeans(columns.promptLength, range));
  set(sample, "outputTokensMean", outputTokensMean);
  if (outputTokensMean !== undefined && facts.outputSpread !== undefined)
    set(sample, "outputTokensSelfWeighted", outputTokensMean * facts.outputSpread);
  set(sample, "stepTokenBudget", facts.stepTokenBudget);
  setDrafts(sample, { columns, range, decoded: (generated ?? 0) - (first ?? 0) });
  return sample;
}

/** Sets only known values, so that unknown ones are absent. */
function set(sample: Draft, input: CounterInput, value: number | undefined): void {
  if (value !== undefined) sample[input] = value;
}

/** Returns the mean over all events, not the mean of means. */
function ratioOfMeans({ sum, count }: RooflineColumns["itl"], range: ColumnRange): number | undefined {
  const total = columnMean(sum, range);
  const n = columnMean(count, range);
  return total === undefined || n === undefined || !(n > 0) ? undefined : total / n;
}

/**
 * Sets the inputs of speculative decoding. Decoded tokens minus accepted draft tokens are one per sequence and step.
 */
function setDrafts(
  sample: Draft,
  {
    columns: { accepted, drafted },
    range,
    decoded,
  }: { readonly columns: RooflineColumns; readonly range: ColumnRange; readonly decoded: number },
): void {
  const taken = columnMean(accepted, range);
  const proposed = columnMean(drafted, range);
  if (taken === undefined || proposed === undefined || !(proposed > 0)) return;
  const sequenceSteps = decoded - taken;
  if (!(sequenceSteps > 0)) return;
  set(sample, "tokensPerSequenceStep", decoded / sequenceSteps);
  set(sample, "computedPerSequenceStep", 1 + proposed / sequenceSteps);
}

export function engineSampleOf(columns: RooflineColumns, range: ColumnRange): EngineSample {
  return {
    flopsPerSecond: columnMean(columns.flops, range),
    readBytesPerSecond: columnMean(columns.readBytes, range),
    writtenBytesPerSecond: columnMean(columns.writtenBytes, range),
  };
}

export function hardwareSampleOf(
  columns: RooflineColumns,
  range: ColumnRange,
  windowSeconds: number,
): HardwareSample {
  return {
    tensorActiveRatio: columnMean(columns.tensorActive, range),
    dramActiveRatio: columnMean(columns.dramActive, range),
    engineActiveRatio: columnMean(columns.engineActive, range),
    smClockHertz: columnMean(columns.smClock, range),
    windowSeconds,
  };
}

/** Returns the mean number of waiting requests per instance, because each instance has separate steps to fill. */
export function waitingRequestsOf(
  columns: RooflineColumns,
  range: ColumnRange,
  replicas: number,
): number | undefined {
  const total = columnMean(columns.waiting, range);
  return total === undefined ? undefined : total / replicas;
}

/** Returns the mean of the present values; undefined if there are none. */
export function columnMean(column: Float64Array, { from, to }: ColumnRange): number | undefined {
  // Parameters are passed separately, because a pair would be allocated for every column of every interval.
  let sum = 0;
  let n = 0;
  for (let index = from; index < to; index += 1) {
    const value = column[index] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    sum += value;
    n += 1;
  }
  return n === 0 ? undefined : sum / n;
}
