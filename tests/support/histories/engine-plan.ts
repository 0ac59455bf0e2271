/** Compiles one statistic of an engine for a test deployment. */
import type { Engine } from "@/lib/engines/definitions/engine";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { listPlanQueries, type SignalPlan } from "@/lib/semantic/compile/plan";
import { createQueryColumns } from "@/tests/support/sample-data/query-columns";

const windowMs = 60_000;

/** Returns the plan for job `j`, and for model `m` if the engine's metrics have a model label. `metricNames` is its history. */
export function compileTestPlan(
  engine: Engine,
  signal: SignalId,
  statistic: Statistic,
  metricNames: readonly string[] = [],
): SignalPlan {
  const model = engine.modelLabel === null ? {} : { [engine.modelLabel]: "m" };
  const deployment = {
    pools: [{ role: "both" as const, selectors: [{ ...model, job: "j" }] }],
    attachments: [],
    metricNames,
    copyLabels: [],
  };
  return compileSignal(signal, statistic, { engine, deployment, scope: { deployment: "d" } }, windowMs);
}

/** Returns the plan's single value when its queries return `answers` in order. */
export function evaluateToNumber(plan: SignalPlan, answers: readonly number[]): number | undefined {
  const rows = listPlanQueries(plan).map((promql, index) => [
    promql,
    [{ values: answers.slice(index, index + 1) }],
  ]);
  return evaluatePlan(plan, createQueryColumns(Object.fromEntries(rows)), windowMs).values[0];
}

/** Returns the plan's quantile and its bounds when its buckets have the given cumulative counts by edge. */
export function evaluateToQuantile(
  plan: SignalPlan,
  cumulative: Readonly<Record<string, number>>,
): Readonly<Record<"value" | "lower" | "upper", number | undefined>> {
  const rows = Object.entries(cumulative).map(([le, count]) => ({ labels: { le }, values: [count] }));
  const [buckets = ""] = listPlanQueries(plan);
  const { values, bucketBounds } = evaluatePlan(plan, createQueryColumns({ [buckets]: rows }), windowMs);
  return { value: values[0], lower: bucketBounds?.lower[0], upper: bucketBounds?.upper[0] };
}
