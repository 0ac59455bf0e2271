/** Plans for counters, gauges and ratios. */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { signalDefinition } from "@/lib/model/signals/signals";
import { counterRate, largestOfRates, sumOfRates } from "./compile-rate";
import type { SignalPlan } from "./plan";
import { unsupportedStatisticPlan, noSelectorPlan, type PlanTarget } from "./plan-target";
import { requestCounter } from "./counter-fallback";
import { printPromql, type Expression } from "./promql";
import { aggregateMetric, callOver } from "./aggregate-metric";
import { engineFinder, seriesOf } from "./scope-selectors";

type RecipeOf<K extends Recipe["kind"]> = Extract<Recipe, { kind: K }>;

const aggregateOf = { sum: "sum", max: "max", min: "min", mean: "avg", "merge-buckets": "sum" } as const;

export function planCounter(recipe: RecipeOf<"counter">, target: PlanTarget): SignalPlan {
  const { signal, statistic, context, finder, windowMs } = target;
  const aggregate = aggregateOf[signalDefinition(signal).combine];
  const value = counterRate(recipe, { finder, windowMs, aggregate });
  if (value === undefined) return noSelectorPlan(target);
  const scale = recipe.scale ?? 1;
  if (statistic === "rate") return { kind: "plain", signal, statistic, value, scale };
  if (statistic !== "ratio-to-requests") return unsupportedStatisticPlan(target);
  const total = requestCounter(context);
  const requests =
    total.kind === "counter" ? counterRate(total, { finder: engineFinder(context), windowMs }) : undefined;
  return requests === undefined
    ? unsupportedStatisticPlan(target)
    : {
        kind: "ratio",
        signal,
        statistic,
        part: value,
        total: requests,
        scale,
        complement: false,
        countsRequests: true,
      };
}

export function planGauge(recipe: RecipeOf<"gauge">, target: PlanTarget): SignalPlan {
  const { signal, statistic, finder, windowMs } = target;
  if (statistic !== "value") return unsupportedStatisticPlan(target);
  const aggregate = aggregateOf[signalDefinition(signal).combine];
  const of = aggregateMetric(recipe.metric, finder, { call: "avg_over_time", windowMs, aggregate });
  return of === undefined
    ? noSelectorPlan(target)
    : { kind: "plain", signal, statistic, value: printPromql(of), scale: recipe.scale };
}

export function planLevelRatio(recipe: RecipeOf<"level-ratio">, target: PlanTarget): SignalPlan {
  const { signal, statistic, finder, windowMs } = target;
  if (statistic !== "value") return unsupportedStatisticPlan(target);
  if (recipe.each === true) return planEachRatio(recipe, target);
  const level = (ref: MetricRef): string | undefined => {
    const of = aggregateMetric(ref, finder, { call: "avg_over_time", windowMs, aggregate: "sum" });
    return of && printPromql(of);
  };
  const [part, total] = [level(recipe.part), level(recipe.total)];
  if (part === undefined || total === undefined) return noSelectorPlan(target);
  const complement = recipe.complement === true;
  return {
    kind: "ratio",
    signal,
    statistic,
    part,
    total: total,
    scale: 1,
    complement,
    countsRequests: false,
  };
}

/** Plans a ratio per series, matched one to one by labels, so that an empty disk does not hide a full one. */
function planEachRatio(recipe: RecipeOf<"level-ratio">, target: PlanTarget): SignalPlan {
  const { signal, finder, windowMs } = target;
  const level = (ref: MetricRef): Expression | undefined =>
    callOver(seriesOf(ref, finder), "avg_over_time", windowMs);
  const [lhs, rhs] = [level(recipe.part), level(recipe.total)];
  if (lhs === undefined || rhs === undefined) return noSelectorPlan(target);
  const share: Expression = { kind: "binary", operator: "/", lhs, rhs };
  const one: Expression = { kind: "number", value: 1 };
  const of: Expression =
    recipe.complement === true ? { kind: "binary", operator: "-", lhs: one, rhs: share } : share;
  const name = aggregateOf[signalDefinition(signal).combine];
  const value = printPromql({ kind: "aggregate", name, by: finder.by, of });
  return { kind: "plain", signal, statistic: "value", value, scale: 1 };
}

export function planRateRatio(recipe: RecipeOf<"rate-ratio">, target: PlanTarget): SignalPlan {
  const { signal, statistic } = target;
  if (statistic !== "value") return unsupportedStatisticPlan(target);
  const part = sumOfRates(recipe.parts, target);
  const total = sumOfRates(recipe.totals, target);
  if (part === undefined || total === undefined) return noSelectorPlan(target);
  const complement = recipe.complement === true;
  return {
    kind: "ratio",
    signal,
    statistic,
    part,
    total: total,
    scale: recipe.scale ?? 1,
    complement,
    countsRequests: false,
  };
}

export function planRateLevel(recipe: RecipeOf<"rate-level">, target: PlanTarget): SignalPlan {
  const { signal, statistic, finder, windowMs } = target;
  if (statistic !== "value") return unsupportedStatisticPlan(target);
  const aggregate = aggregateOf[signalDefinition(signal).combine];
  // The maximum is taken after joining the metrics: adding the worst machine for one reason and the worst for another
  // would describe a machine that does not exist.
  const joined = recipe.largest === true ? largestOfRates : sumOfRates;
  const value = joined(recipe.metrics, { finder, windowMs, aggregate });
  return value === undefined
    ? noSelectorPlan(target)
    : { kind: "plain", signal, statistic, value, scale: recipe.scale };
}

export function planSpread(recipe: RecipeOf<"spread">, target: PlanTarget): SignalPlan {
  const { signal, statistic, finder, windowMs } = target;
  if (statistic !== "value") return unsupportedStatisticPlan(target);
  const each = eachOf(recipe, { finder, windowMs });
  if (each === undefined) return noSelectorPlan(target);
  const over = (name: "max" | "avg"): Expression => ({ kind: "aggregate", name, by: finder.by, of: each });
  const share: Expression = { kind: "binary", operator: "/", lhs: over("max"), rhs: over("avg") };
  const one: Expression = { kind: "number", value: 1 };
  const value = printPromql({ kind: "binary", operator: "-", lhs: share, rhs: one });
  return { kind: "plain", signal, statistic, value, scale: 1 };
}

/** Returns the mean of each series, matched one to one by labels. */
function eachOf(
  { part, total }: RecipeOf<"spread">,
  { finder, windowMs }: Pick<PlanTarget, "finder" | "windowMs">,
): Expression | undefined {
  if (total === null) return callOver(seriesOf(part, finder), "avg_over_time", windowMs);
  const [lhs, rhs] = [part, total].map((ref) => callOver(seriesOf(ref, finder), "rate", windowMs));
  return lhs && rhs && { kind: "binary", operator: "/", lhs, rhs };
}
