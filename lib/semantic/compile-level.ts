/** Plans for counters, levels and ratios. */
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import { signalDefinition } from "@/lib/model/signals";
import { counterRate, largestOfRates, sumOfRates } from "./compile-rate";
import type { SignalPlan } from "./plan";
import { mismatch, unplaced, type Target } from "./plan-target";
import { requestsOf } from "./stand-in";
import { printPromql, type Expression } from "./promql";
import { aggregated, callOver } from "./aggregated";
import { engineFinder, seriesOf } from "./scope-selectors";

type RecipeOf<K extends Recipe["kind"]> = Extract<Recipe, { kind: K }>;

const aggregateOf = { sum: "sum", max: "max", min: "min", mean: "avg", "merge-buckets": "sum" } as const;

export function planCounter(recipe: RecipeOf<"counter">, target: Target): SignalPlan {
  const { signal, statistic, place, finder, windowMs } = target;
  const aggregate = aggregateOf[signalDefinition(signal).combine];
  const value = counterRate(recipe, { finder, windowMs, aggregate });
  if (value === undefined) return unplaced(target);
  const scale = recipe.scale ?? 1;
  if (statistic === "rate") return { kind: "plain", signal, statistic, value, scale };
  if (statistic !== "ratio-to-requests") return mismatch(target);
  const whole = requestsOf(place);
  const requests =
    whole.kind === "counter" ? counterRate(whole, { finder: engineFinder(place), windowMs }) : undefined;
  return requests === undefined
    ? mismatch(target)
    : {
        kind: "ratio",
        signal,
        statistic,
        part: value,
        whole: requests,
        scale,
        complement: false,
        counts: true,
      };
}

export function planGauge(recipe: RecipeOf<"gauge">, target: Target): SignalPlan {
  const { signal, statistic, finder, windowMs } = target;
  if (statistic !== "value") return mismatch(target);
  const aggregate = aggregateOf[signalDefinition(signal).combine];
  const of = aggregated(recipe.metric, finder, { call: "avg_over_time", windowMs, aggregate });
  return of === undefined
    ? unplaced(target)
    : { kind: "plain", signal, statistic, value: printPromql(of), scale: recipe.scale };
}

export function planLevelRatio(recipe: RecipeOf<"level-ratio">, target: Target): SignalPlan {
  const { signal, statistic, finder, windowMs } = target;
  if (statistic !== "value") return mismatch(target);
  if (recipe.each === true) return planEachRatio(recipe, target);
  const level = (ref: MetricRef): string | undefined => {
    const of = aggregated(ref, finder, { call: "avg_over_time", windowMs, aggregate: "sum" });
    return of && printPromql(of);
  };
  const [part, whole] = [level(recipe.part), level(recipe.whole)];
  if (part === undefined || whole === undefined) return unplaced(target);
  const complement = recipe.complement === true;
  return { kind: "ratio", signal, statistic, part, whole, scale: 1, complement, counts: false };
}

/** Series matched one to one by their labels, so that a full disk is not hidden by an empty one. */
function planEachRatio(recipe: RecipeOf<"level-ratio">, target: Target): SignalPlan {
  const { signal, finder, windowMs } = target;
  const level = (ref: MetricRef): Expression | undefined =>
    callOver(seriesOf(ref, finder), "avg_over_time", windowMs);
  const [left, right] = [level(recipe.part), level(recipe.whole)];
  if (left === undefined || right === undefined) return unplaced(target);
  const share: Expression = { kind: "binary", operator: "/", left, right };
  const one: Expression = { kind: "number", value: 1 };
  const of: Expression =
    recipe.complement === true ? { kind: "binary", operator: "-", left: one, right: share } : share;
  const name = aggregateOf[signalDefinition(signal).combine];
  const value = printPromql({ kind: "aggregate", name, by: finder.by, of });
  return { kind: "plain", signal, statistic: "value", value, scale: 1 };
}

export function planRateRatio(recipe: RecipeOf<"rate-ratio">, target: Target): SignalPlan {
  const { signal, statistic } = target;
  if (statistic !== "value") return mismatch(target);
  const part = sumOfRates(recipe.parts, target);
  const whole = sumOfRates(recipe.wholes, target);
  if (part === undefined || whole === undefined) return unplaced(target);
  const complement = recipe.complement === true;
  return {
    kind: "ratio",
    signal,
    statistic,
    part,
    whole,
    scale: recipe.scale ?? 1,
    complement,
    counts: false,
  };
}

export function planRateLevel(recipe: RecipeOf<"rate-level">, target: Target): SignalPlan {
  const { signal, statistic, finder, windowMs } = target;
  if (statistic !== "value") return mismatch(target);
  const aggregate = aggregateOf[signalDefinition(signal).combine];
  // The worst machine for one reason and the worst for another are not one that is worse than both.
  const joined = recipe.largest === true ? largestOfRates : sumOfRates;
  const value = joined(recipe.metrics, { finder, windowMs, aggregate });
  return value === undefined
    ? unplaced(target)
    : { kind: "plain", signal, statistic, value, scale: recipe.scale };
}

export function planSpread(recipe: RecipeOf<"spread">, target: Target): SignalPlan {
  const { signal, statistic, finder, windowMs } = target;
  if (statistic !== "value") return mismatch(target);
  const each = eachOf(recipe, { finder, windowMs });
  if (each === undefined) return unplaced(target);
  const over = (name: "max" | "avg"): Expression => ({ kind: "aggregate", name, by: finder.by, of: each });
  const share: Expression = { kind: "binary", operator: "/", left: over("max"), right: over("avg") };
  const one: Expression = { kind: "number", value: 1 };
  const value = printPromql({ kind: "binary", operator: "-", left: share, right: one });
  return { kind: "plain", signal, statistic, value, scale: 1 };
}

/** The mean of each series alone, matched one to one by their labels. */
function eachOf(
  { part, whole }: RecipeOf<"spread">,
  { finder, windowMs }: Pick<Target, "finder" | "windowMs">,
): Expression | undefined {
  if (whole === null) return callOver(seriesOf(part, finder), "avg_over_time", windowMs);
  const [left, right] = [part, whole].map((ref) => callOver(seriesOf(ref, finder), "rate", windowMs));
  return left && right && { kind: "binary", operator: "/", left, right };
}
