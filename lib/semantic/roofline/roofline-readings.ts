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
  const level = (column: Float64Array): number | undefined => meanOf(column, stretch);
  const ratio = ({ sum, count }: RooflineColumns["itl"]): number | undefined => {
    const [all, n] = [level(sum), level(count)];
    return all === undefined || n === undefined || !(n > 0) ? undefined : all / n;
  };
  const generated = level(columns.outputTokens);
  const first = level(columns.firstTokens);
  const outputTokensMean = ratio(columns.outputLength);
  const reading: Draft = {};
  const set = (input: CounterInput, value: number | undefined): void => {
    if (value !== undefined) reading[input] = value;
  };
  set("promptTokensPerSecond", level(columns.promptTokens));
  set("cachedPromptTokensPerSecond", level(columns.cachedTokens));
  set("generatedTokensPerSecond", generated);
  set("firstTokensPerSecond", first);
  set("stepsPerSecond", level(columns.steps));
  set("itlSeconds", ratio(columns.itl));
  set("prefillSeconds", ratio(columns.prefillTime));
  set("runningRequests", level(columns.running));
  set("kvUsageRatio", level(columns.kvUsage));
  set("kvCacheTokens", facts.kvCacheTokens);
  set("kvBlockTokens", facts.kvBlockTokens);
  set("promptTokensMean", ratio(columns.promptLength));
  set("outputTokensMean", outputTokensMean);
  if (outputTokensMean !== undefined && facts.outputSpread !== undefined)
    set("outputTokensSelfWeighted", outputTokensMean * facts.outputSpread);
  set("stepTokenBudget", facts.stepTokenBudget);
  drafts(columns, stretch, { decoded: (generated ?? 0) - (first ?? 0), set });
  return reading;
}

/** Of all tokens that steps gave, those that were not proposed came one a sequence and step. */
function drafts(
  { accepted, drafted }: RooflineColumns,
  stretch: Stretch,
  {
    decoded,
    set,
  }: {
    readonly decoded: number;
    readonly set: (input: CounterInput, value: number | undefined) => void;
  },
): void {
  const [taken, proposed] = [meanOf(accepted, stretch), meanOf(drafted, stretch)];
  if (taken === undefined || proposed === undefined || !(proposed > 0)) return;
  const sequenceSteps = decoded - taken;
  if (!(sequenceSteps > 0)) return;
  set("tokensPerSequenceStep", decoded / sequenceSteps);
  set("computedPerSequenceStep", 1 + proposed / sequenceSteps);
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

/** Of the numbers there are; undefined where there is none. */
export function meanOf(column: Float64Array, { from, to }: Stretch): number | undefined {
  let [sum, n] = [0, 0];
  for (let index = from; index < to; index += 1) {
    const value = column[index] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    sum += value;
    n += 1;
  }
  return n === 0 ? undefined : sum / n;
}
