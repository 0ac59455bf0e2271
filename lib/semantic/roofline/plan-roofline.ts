/**
 * What the roofline asks of a place: each input as the signal that answers it, so that engines tell it once. Means are read as their
 * sums and counts, since counts are rates of their own: of first tokens, of steps.
 */
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals";
import { aggregated } from "@/lib/semantic/aggregated";
import { answeringRecipe, compileSignal } from "@/lib/semantic/compile";
import { queriesOf, type SignalPlan } from "@/lib/semantic/plan";
import { printPromql } from "@/lib/semantic/promql";
import type { Place } from "@/lib/semantic/scope-selectors";

const asked = {
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

export type PlannedInput = keyof typeof asked;
export const plannedInputs = Object.keys(asked) as readonly PlannedInput[];

export type RooflinePlan = Readonly<Record<PlannedInput, SignalPlan>>;

export function planRoofline(place: Place, windowMs: number): RooflinePlan {
  const plans = Object.entries(asked).map(([input, [signal, statistic]]) => [
    input,
    compileSignal(signal, statistic, place, windowMs),
  ]);
  const plan = Object.fromEntries(plans) as Record<PlannedInput, SignalPlan>;
  return { ...plan, kvUsage: meanOverInstances(plan.kvUsage, place, windowMs) };
}

/** The signal tells the fullest instance; what running requests hold is a mean over all. */
function meanOverInstances(plan: SignalPlan, place: Place, windowMs: number): SignalPlan {
  const answering = answeringRecipe("kv-usage", place);
  if (plan.kind !== "plain" || answering?.recipe.kind !== "gauge") return plan;
  const { recipe, finder } = answering;
  const of = aggregated(recipe.metric, finder, { call: "avg_over_time", windowMs, aggregate: "avg" });
  return of === undefined ? plan : { ...plan, value: printPromql(of) };
}

/** Each once. */
export function rooflineQueries(plan: RooflinePlan): readonly string[] {
  return [...new Set(plannedInputs.flatMap((input) => queriesOf(plan[input])))];
}
