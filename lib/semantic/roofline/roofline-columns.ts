/** Inputs of the roofline as columns of equal length: rates per second and gauges, NaN if missing. */
import { readSingleColumn, type QueryColumns } from "@/lib/semantic/evaluate/columns";
import type { SignalPlan } from "@/lib/semantic/compile/plan";
import type { RooflinePlan } from "./plan-roofline";

/** Sum and count of a mean. The mean of a window is the sum of its sums over the sum of its counts. */
interface MeanColumns {
  readonly sum: Float64Array;
  readonly count: Float64Array;
}

/**
 * Measured inputs of the roofline, one value per point. Tokens, steps, preemptions, FLOPs and bytes are
 * rates per second; the others are gauges.
 */
export interface RooflineColumns {
  readonly pointCount: number;
  readonly promptTokens: Float64Array;
  readonly cachedTokens: Float64Array;
  readonly outputTokens: Float64Array;
  readonly firstTokens: Float64Array;
  readonly steps: Float64Array;
  readonly itl: MeanColumns;
  readonly prefillTime: MeanColumns;
  readonly promptLength: MeanColumns;
  readonly outputLength: MeanColumns;
  readonly running: Float64Array;
  readonly waiting: Float64Array;
  readonly kvUsage: Float64Array;
  readonly preemptions: Float64Array;
  readonly acceptedTokens: Float64Array;
  readonly draftedTokens: Float64Array;
  readonly flops: Float64Array;
  readonly readBytes: Float64Array;
  readonly writtenBytes: Float64Array;
  readonly engineActive: Float64Array;
  readonly tensorActive: Float64Array;
  readonly dramActive: Float64Array;
  /** Clock in the unit of the signal `sm-clock`. */
  readonly smClock: Float64Array;
  /** Bytes of memory of all accelerators together. */
  readonly memoryUsed: Float64Array;
}

/** Reads the measured inputs of the roofline from the query results; NaN where an input is missing. */
export function readRooflineColumns(plan: RooflinePlan, columns: QueryColumns): RooflineColumns {
  const { pointCount } = columns;
  const nothing = new Float64Array(pointCount).fill(Number.NaN);
  const column = (promql: string): Float64Array => readSingleColumn(columns, promql);
  const plain = (signalPlan: SignalPlan): Float64Array => {
    if (signalPlan.kind !== "plain") return nothing;
    return signalPlan.scale === 1
      ? column(signalPlan.valueQuery)
      : column(signalPlan.valueQuery).map((value) => value * signalPlan.scale);
  };
  const mean = (signalPlan: SignalPlan): MeanColumns =>
    meanOf(signalPlan, column) ?? { sum: nothing, count: nothing };
  const parts = (signalPlan: SignalPlan): readonly [Float64Array, Float64Array] =>
    signalPlan.kind === "ratio" && !signalPlan.isComplement
      ? [column(signalPlan.numeratorQuery), column(signalPlan.denominatorQuery)]
      : [nothing, nothing];
  const promptTokens = plain(plan.promptTokens);
  const [accepted, drafted] = parts(plan.specAccept);
  return {
    pointCount,
    promptTokens,
    cachedTokens: cachedOf(plan.prefixHit, promptTokens, { parts, plain }),
    outputTokens: plain(plan.outputTokens),
    firstTokens: mean(plan.ttft).count,
    steps: mean(plan.batchTokens).count,
    itl: mean(plan.itl),
    prefillTime: mean(plan.prefillTime),
    promptLength: mean(plan.promptLength),
    outputLength: mean(plan.outputLength),
    running: plain(plan.running),
    waiting: plain(plan.waiting),
    kvUsage: plain(plan.kvUsage),
    preemptions: plain(plan.preemptions),
    acceptedTokens: accepted,
    draftedTokens: drafted,
    flops: plain(plan.flops),
    readBytes: plain(plan.readBytes),
    writtenBytes: plain(plan.writtenBytes),
    engineActive: plain(plan.engineActive),
    tensorActive: plain(plan.tensorActive),
    dramActive: plain(plan.dramActive),
    smClock: plain(plan.smClock),
    memoryUsed: plain(plan.memoryUsed),
  };
}

function meanOf(plan: SignalPlan, column: (promql: string) => Float64Array): MeanColumns | undefined {
  if (plan.kind !== "mean") return undefined;
  const { mean } = plan;
  if (mean.kind === "sum-over-count")
    return { sum: column(mean.sumQuery).map((value) => value * mean.scale), count: column(mean.countQuery) };
  const subtrahend = column(mean.subtrahendQuery);
  const count = column(mean.minuendQuery).map((value, index) => value - (subtrahend[index] ?? Number.NaN));
  return { sum: column(mean.numeratorQuery), count };
}

/**
 * Returns cached tokens: the counter if the share is computed from counters, otherwise the share of all prompt
 * tokens.
 */
function cachedOf(
  plan: SignalPlan,
  promptTokens: Float64Array,
  read: {
    readonly parts: (plan: SignalPlan) => readonly [Float64Array, Float64Array];
    readonly plain: (plan: SignalPlan) => Float64Array;
  },
): Float64Array {
  if (plan.kind === "ratio") return read.parts(plan)[0];
  return read.plain(plan).map((share, index) => share * (promptTokens[index] ?? Number.NaN));
}
