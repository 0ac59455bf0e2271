/** What the points are placed from, of one stretch of the columns: rates are means over time, means are sums over counts. */
import type { CounterInput, CounterReading } from "@/lib/analysis/roofline/points/counter-reading";
import type { EngineReading } from "@/lib/analysis/roofline/points/engine-points";
import type { HardwareReading } from "@/lib/analysis/roofline/points/hardware-points";
import type { RooflineColumns } from "./roofline-columns";

/** Points from `from` on, before `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export const wholeOf = ({ pointCount }: RooflineColumns): Stretch => ({ from: 0, to: pointCount });

/** What is known beside the columns. */
export interface KnownFacts {
  readonly kvCacheTokens?: number | undefined;
  readonly kvBlockTokens?: number | undefined;
  readonly stepTokenBudget?: number | undefined;
  /** E[output²] / E[output]². */
  readonly outputSpread?: number | undefined;
}

type Draft = { -readonly [I in CounterInput]?: number };

export function countersOf(columns: RooflineColumns, stretch: Stretch, facts: KnownFacts): CounterReading {
  const generated = meanOf(columns.outputTokens, stretch);
  const first = meanOf(columns.firstTokens, stretch);
  const outputTokensMean = ratioOf(columns.outputLength, stretch);
  const reading: Draft = {};
  set(reading, "promptTokensPerSecond", meanOf(columns.promptTokens, stretch));
  set(reading, "cachedPromptTokensPerSecond", meanOf(columns.cachedTokens, stretch));
  set(reading, "generatedTokensPerSecond", generated);
  set(reading, "firstTokensPerSecond", first);
  set(reading, "stepsPerSecond", meanOf(columns.steps, stretch));
  set(reading, "itlSeconds", ratioOf(columns.itl, stretch));
  set(reading, "prefillSeconds", ratioOf(columns.prefillTime, stretch));
  set(reading, "runningRequests", meanOf(columns.running, stretch));
  set(reading, "kvUsageRatio", meanOf(columns.kvUsage, stretch));
  set(reading, "kvCacheTokens", facts.kvCacheTokens);
  set(reading, "kvBlockTokens", facts.kvBlockTokens);
  set(reading, "promptTokensMean", ratioOf(columns.promptLength, stretch));
  set(reading, "outputTokensMean", outputTokensMean);
  if (outputTokensMean !== undefined && facts.outputSpread !== undefined)
    set(reading, "outputTokensSelfWeighted", outputTokensMean * facts.outputSpread);
  set(reading, "stepTokenBudget", facts.stepTokenBudget);
  setDrafts(reading, { columns, stretch, decoded: (generated ?? 0) - (first ?? 0) });
  return reading;
}

/** What is not known is not there at all. */
function set(reading: Draft, input: CounterInput, value: number | undefined): void {
  if (value !== undefined) reading[input] = value;
}

/** Of all events together, not the mean of means. */
function ratioOf({ sum, count }: RooflineColumns["itl"], stretch: Stretch): number | undefined {
  const all = meanOf(sum, stretch);
  const n = meanOf(count, stretch);
  return all === undefined || n === undefined || !(n > 0) ? undefined : all / n;
}

/** Of all tokens that steps gave, those that were not proposed came one a sequence and step. */
function setDrafts(
  reading: Draft,
  {
    columns: { accepted, drafted },
    stretch,
    decoded,
  }: { readonly columns: RooflineColumns; readonly stretch: Stretch; readonly decoded: number },
): void {
  const taken = meanOf(accepted, stretch);
  const proposed = meanOf(drafted, stretch);
  if (taken === undefined || proposed === undefined || !(proposed > 0)) return;
  const sequenceSteps = decoded - taken;
  if (!(sequenceSteps > 0)) return;
  set(reading, "tokensPerSequenceStep", decoded / sequenceSteps);
  set(reading, "computedPerSequenceStep", 1 + proposed / sequenceSteps);
}

export function engineOf(columns: RooflineColumns, stretch: Stretch): EngineReading {
  return {
    flopsPerSecond: meanOf(columns.flops, stretch),
    readBytesPerSecond: meanOf(columns.readBytes, stretch),
    writtenBytesPerSecond: meanOf(columns.writtenBytes, stretch),
  };
}

export function hardwareOf(
  columns: RooflineColumns,
  stretch: Stretch,
  windowSeconds: number,
): HardwareReading {
  return {
    tensorActiveRatio: meanOf(columns.tensorActive, stretch),
    dramActiveRatio: meanOf(columns.dramActive, stretch),
    engineActiveRatio: meanOf(columns.engineActive, stretch),
    smClockHertz: meanOf(columns.smClock, stretch),
    windowSeconds,
  };
}

/** Requests that wait for one instance, the mean: each has its own steps to fill. */
export function waitingOf(columns: RooflineColumns, stretch: Stretch, replicas: number): number | undefined {
  const all = meanOf(columns.waiting, stretch);
  return all === undefined ? undefined : all / replicas;
}

/** Of the numbers there are; undefined where there is none. */
export function meanOf(column: Float64Array, { from, to }: Stretch): number | undefined {
  // Written out: a pair to take apart would be made for every column of every slice.
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
