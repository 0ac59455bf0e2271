/**
 * Queries of the roofline: each input is the signal that provides it, so that engine differences are handled once.
 * Means are read as sums and counts, because the counts are also needed as rates, such as first tokens or steps per
 * second.
 */
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { aggregateMetric } from "@/lib/semantic/compile/aggregate-metric";
import { findProvider, compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries, type SignalPlan } from "@/lib/semantic/compile/plan";
import { printPromql } from "@/lib/semantic/compile/promql";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";

const inputSignals = {
  promptTokens: ["prompt-tokens", "rate"],
  prefixHit: ["prefix-hit", "value"],
  outputTokens: ["output-tokens", "rate"],
  ttft: ["ttft", "mean"],
  batchTokens: ["batch-tokens", "mean"],
  itl: ["itl", "mean"],
  prefillTime: ["prefill-time", "mean"],
  promptLength: ["prompt-length", "mean"],
  outputLength: ["output-length", "mean"],
  running: ["running", "value"],
  waiting: ["waiting", "value"],
  kvUsage: ["kv-usage", "value"],
  preemptions: ["preemptions", "rate"],
  specAccept: ["spec-accept", "value"],
  flops: ["flops", "rate"],
  readBytes: ["read-bytes", "rate"],
  writtenBytes: ["write-bytes", "rate"],
  engineActive: ["gpu-engine-active", "value"],
  tensorActive: ["gpu-tensor-active", "value"],
  dramActive: ["gpu-dram-active", "value"],
  smClock: ["gpu-sm-clock", "value"],
  memoryUsed: ["gpu-memory-used", "value"],
} as const satisfies Readonly<Record<string, readonly [SignalId, Statistic]>>;

/** Name of a measured input of the roofline. */
export type RooflineInputName = keyof typeof inputSignals;
/** Names of all measured inputs of the roofline. */
export const rooflineInputNames = Object.keys(inputSignals) as readonly RooflineInputName[];

/** Query plan for each measured input of the roofline. */
export type RooflinePlan = Readonly<Record<RooflineInputName, SignalPlan>>;

/** Plans the queries for all measured inputs of the roofline. `rateWindowMs` is the rate window. */
export function planRoofline(context: QueryContext, rateWindowMs: number): RooflinePlan {
  const plans = Object.entries(inputSignals).map(([input, [signal, statistic]]) => [
    input,
    compileSignal(signal, statistic, context, rateWindowMs),
  ]);
  const plan = Object.fromEntries(plans) as Record<RooflineInputName, SignalPlan>;
  return { ...plan, kvUsage: meanOverInstances(plan.kvUsage, context, rateWindowMs) };
}

/**
 * Returns the plan with the mean over instances instead of the maximum. The signal reports the fullest instance, but
 * the running requests of all instances correspond to the mean usage.
 */
function meanOverInstances(plan: SignalPlan, scope: QueryContext, rateWindowMs: number): SignalPlan {
  const answering = findProvider("kv-usage", scope);
  if (plan.kind !== "plain" || answering?.recipe.kind !== "gauge") return plan;
  const { recipe, finder } = answering;
  const of = aggregateMetric(recipe.metric, finder, {
    rangeFunction: "avg_over_time",
    windowMs: rateWindowMs,
    aggregateOperator: "avg",
  });
  return of === undefined ? plan : { ...plan, valueQuery: printPromql(of) };
}

/** Returns the queries of a plan without duplicates. */
export function listRooflineQueries(plan: RooflinePlan): readonly string[] {
  return [...new Set(rooflineInputNames.flatMap((input) => listPlanQueries(plan[input])))];
}
