/** Compiles one statistic of an engine for a test deployment. */
import type { Engine } from "@/lib/engines/definitions/engine";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { queriesOf, type SignalPlan } from "@/lib/semantic/compile/plan";
import { columnsOf } from "@/tests/support/sample-data/columns";

const windowMs = 60_000;

/** Returns the plan for job `j`, and for model `m` if the engine's metrics have a model label. */
export function planOf(engine: Engine, signal: SignalId, statistic: Statistic): SignalPlan {
  const model = engine.modelLabel === null ? {} : { [engine.modelLabel]: "m" };
  const deployment = {
    pools: [{ role: "both" as const, selectors: [{ ...model, job: "j" }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  };
  return compileSignal(signal, statistic, { engine, deployment, scope: { deployment: "d" } }, windowMs);
}

/** Returns the plan's single value when its queries return `answers` in order. */
export function numberOf(plan: SignalPlan, answers: readonly number[]): number | undefined {
  const rows = queriesOf(plan).map((promql, index) => [
    promql,
    [{ values: answers.slice(index, index + 1) }],
  ]);
  return evaluatePlan(plan, columnsOf(Object.fromEntries(rows)), windowMs).values[0];
}

/** Returns the plan's quantile and its bounds when its buckets have the given cumulative counts by edge. */
export function quantileOf(
  plan: SignalPlan,
  cumulative: Readonly<Record<string, number>>,
): Readonly<Record<"value" | "lower" | "upper", number | undefined>> {
  const rows = Object.entries(cumulative).map(([le, count]) => ({ labels: { le }, values: [count] }));
  const [buckets = ""] = queriesOf(plan);
  const { values, bounds } = evaluatePlan(plan, columnsOf({ [buckets]: rows }), windowMs);
  return { value: values[0], lower: bounds?.lower[0], upper: bounds?.upper[0] };
}
