/** Parts of the status queries that combine several metrics. */
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { FamilySignalId } from "@/lib/model/signals/signals";
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { joinWithOr, printPromql, type PromqlExpression } from "@/lib/semantic/compile/promql";
import { aggregateMetric } from "@/lib/semantic/compile/aggregate-metric";
import { buildCounterRate } from "@/lib/semantic/compile/compile-rate";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { processLabels } from "@/lib/semantic/compile/process-matching";
import { listLayerRequestCounters } from "@/lib/semantic/compile/ratio-denominator";
import { resolveCounterFallback } from "@/lib/semantic/compile/counter-fallback";
import {
  getEngineSeriesFinder,
  findSeriesSelectors,
  type QueryContext,
} from "@/lib/semantic/compile/scope-selectors";
import type { StatusQueries } from "./status-queries";

/** Returns the metric of a gauge, or the preferred counter; undefined for other recipes. */
export function findGaugeOrCounter(recipe: Recipe): MetricRef | undefined {
  if (recipe.kind === "gauge") return recipe.metric;
  return recipe.kind === "counter" ? recipe.alternatives[0] : undefined;
}

/** Plans the queries for the mean time in the queue. */
export function planQueueTime(context: QueryContext): Pick<StatusQueries, "queueTime" | "queuedRequests"> {
  const plan = compileSignal("queue-time", "mean", context, evaluationWindows.headlineWindowMs);
  return plan.kind === "mean" && plan.mean.kind === "sum-over-count" && plan.mean.scale === 1
    ? { queueTime: plan.mean.sumQuery, queuedRequests: plan.mean.countQuery }
    : { queueTime: null, queuedRequests: null };
}

/** Returns a query for the requests that the HTTP front end answered; null if it does not count them. */
export function buildHttpRequestsQuery(context: QueryContext, windowMs: number): string | null {
  const { errors } = context.engine.signals;
  const parts = (errors.kind === "counter" ? listLayerRequestCounters(errors) : []).flatMap(
    (ref) =>
      aggregateMetric(ref, getEngineSeriesFinder(context), {
        rangeFunction: "increase",
        windowMs,
        aggregateOperator: "sum",
      }) ?? [],
  );
  return parts.length === 0 ? null : printPromql(joinWithOr(parts));
}

/**
 * Returns a query, by instance, for the requests that finished without an error or abort. If an outcome is not counted,
 * its requests are included, because they finished too. Failures in front of the engine are not subtracted, because
 * they are not among the finished requests.
 */
export function buildSuccessesQuery(context: QueryContext, windowMs: number): string | null {
  const increaseOf = (signal: FamilySignalId<"engine">): PromqlExpression | undefined => {
    const recipe = resolveCounterFallback(context.engine.signals[signal], context);
    if (recipe.kind !== "counter") return undefined;
    const alternatives = recipe.alternatives.filter(({ layerRequests }) => layerRequests === undefined);
    return alternatives.length > 0
      ? buildCounterRate(
          { ...recipe, alternatives },
          {
            finder: { ...getEngineSeriesFinder(context), groupByLabels: processLabels },
            windowMs,
            rangeFunction: "increase",
          },
        )
      : undefined;
  };
  const finished = increaseOf("requests");
  if (finished === undefined) return null;
  const zero: PromqlExpression = {
    kind: "binary",
    operator: "*",
    lhs: { kind: "number", value: 0 },
    rhs: finished,
  };
  const outcomes = [increaseOf("errors"), increaseOf("aborts")].filter((one) => one !== undefined);
  return printPromql(
    outcomes.reduce(
      (lhs, counted): PromqlExpression => ({
        kind: "binary",
        operator: "-",
        lhs,
        rhs: joinWithOr([counted, zero]),
      }),
      finished,
    ),
  );
}

/**
 * Returns the metric that must change while the deployment works: the steps of a training job, or the running gauge of
 * a server.
 */
function progressMetric({ role, activityCounter, signals }: QueryContext["engine"]): MetricRef | undefined {
  return role === "training" ? activityCounter : findGaugeOrCounter(signals.running);
}

/**
 * Returns a query for the instances that had a sample from `agoMs` to `agoMs` − `withinMs` before the evaluation
 * time. Null without series.
 */
export function buildExistedBeforeQuery(
  context: QueryContext,
  agoMs: number,
  withinMs: number,
): string | null {
  const ref = progressMetric(context.engine);
  const series = ref === undefined ? [] : findSeriesSelectors(ref, getEngineSeriesFinder(context));
  if (series.length === 0) return null;
  const parts = series.map((of): PromqlExpression => ({
    kind: "range-call",
    name: "last_over_time",
    operand: of,
    windowMs: withinMs,
    offsetMs: agoMs - withinMs,
  }));
  return printPromql(buildPresenceByLabels(joinWithOr(parts), processLabels));
}

/** Returns an expression with the value 1 for each combination of the `labels` that has a sample. */
export function buildPresenceByLabels(
  expression: PromqlExpression,
  labels: readonly string[],
): PromqlExpression {
  return { kind: "aggregate", name: "group", by: labels, operand: expression };
}
