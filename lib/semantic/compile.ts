/**
 * From a question to the queries that answer it. One bucket query serves every quantile of a histogram; sums and counts
 * serve means and n; a signal the engine does not have becomes an absence with its reason, never an error.
 */
import type { Engine, MetricRef, Recipe } from "@/lib/engines/engine";
import type { AbsenceReason } from "@/lib/model/reading";
import { quantiles, type Scope, type Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals";
import { printPromql, type Expression } from "./promql";
import { callOver, seriesOf, type Placed } from "./scope-selectors";

export interface Place {
  readonly engine: Engine;
  readonly deployment: Placed;
  readonly scope: Scope;
}

export interface AbsentPlan {
  readonly kind: "absent";
  readonly signal: SignalId;
  readonly statistic: Statistic;
  readonly reason: AbsenceReason;
  readonly detail: string;
  readonly flag?: string;
}

export type MeanPlan =
  | { readonly kind: "sum-over-count"; readonly sum: string; readonly count: string }
  | {
      readonly kind: "recipe";
      readonly numerator: string;
      readonly minuend: string;
      readonly subtrahend: string;
    };

export type SignalPlan =
  | AbsentPlan
  | {
      readonly kind: "quantile";
      readonly signal: SignalId;
      readonly statistic: Statistic;
      readonly q: number;
      readonly buckets: string;
    }
  | {
      readonly kind: "mean";
      readonly signal: SignalId;
      readonly statistic: "mean";
      readonly mean: MeanPlan;
      readonly count: string;
    }
  | { readonly kind: "rate"; readonly signal: SignalId; readonly statistic: "rate"; readonly rate: string }
  | {
      readonly kind: "ratio";
      readonly signal: SignalId;
      readonly statistic: "ratio-to-requests";
      readonly rate: string;
      readonly requests: string;
    }
  | {
      readonly kind: "gauge";
      readonly signal: SignalId;
      readonly statistic: "value";
      readonly value: string;
      readonly scale: number;
    }
  | {
      readonly kind: "busy";
      readonly signal: SignalId;
      readonly statistic: "value";
      readonly idle: string;
      readonly all: string;
    }
  | {
      readonly kind: "share";
      readonly signal: SignalId;
      readonly statistic: "share-of-e2e";
      readonly part: string;
      readonly whole: string;
    };

const aggregateOf = { sum: "sum", max: "max", mean: "avg", "merge-buckets": "sum" } as const;

function total(ref: MetricRef, place: Place, windowMs: number, suffix = ""): string | undefined {
  const of = callOver(seriesOf(ref, place, suffix), "rate", windowMs);
  return of && printPromql({ kind: "aggregate", name: "sum", by: [], of });
}

function buckets(ref: MetricRef, place: Place, windowMs: number): string | undefined {
  const of = callOver(seriesOf(ref, place, "_bucket"), "rate", windowMs);
  return of && printPromql({ kind: "aggregate", name: "sum", by: ["le"], of });
}

/** Σ over the first alternative that has data; the engine's own count stands in where the front end's is missing. */
function counterRate(
  recipe: Extract<Recipe, { kind: "counter" }>,
  place: Place,
  windowMs: number,
): string | undefined {
  const sums = recipe.alternatives.flatMap((ref): Expression[] => {
    const sum = (one: MetricRef): Expression[] => {
      const of = callOver(seriesOf(one, place), "rate", windowMs);
      return of === undefined ? [] : [{ kind: "aggregate", name: "sum", by: [], of }];
    };
    if (ref.isZeroWithOthers !== true) return sum(ref);
    const others = sum({ names: ref.names, placement: ref.placement });
    const zero = others.map((right): Expression => ({
      kind: "binary",
      operator: "*",
      left: { kind: "number", value: 0 },
      right,
    }));
    return [...sum(ref), ...zero];
  });
  if (sums.length === 0) return undefined;
  const [only] = sums;
  return printPromql(sums.length === 1 && only !== undefined ? only : { kind: "or", parts: sums });
}

const notJoined = {
  gpu: "No GPU exporter's series were joined to this deployment by pod, node or host name.",
  host: "No host exporter's series were joined to this deployment by node or host name.",
  engine: "The deployment has no selector.",
  process: "The deployment has no selector.",
} as const;

function absent(
  signal: SignalId,
  statistic: Statistic,
  because: Omit<AbsentPlan, "kind" | "signal" | "statistic">,
): AbsentPlan {
  return { kind: "absent", signal, statistic, ...because };
}

function unjoined(signal: SignalId, statistic: Statistic, placement: keyof typeof notJoined): AbsentPlan {
  return absent(signal, statistic, { reason: "metric-absent", detail: notJoined[placement] });
}

function mismatch(signal: SignalId, statistic: Statistic): AbsentPlan {
  const { title, kind } = signalDefinition(signal);
  return absent(signal, statistic, {
    reason: "not-exposed",
    detail: `${title} is a ${kind} in this engine and has no ${statistic}.`,
  });
}

function planDistribution(
  signal: SignalId,
  statistic: Statistic,
  recipe: Extract<Recipe, { kind: "histogram" }>,
  context: { readonly place: Place; readonly windowMs: number },
): SignalPlan {
  const { place, windowMs } = context;
  const count = total(recipe.metric, place, windowMs, "_count");
  const sum = total(recipe.metric, place, windowMs, "_sum");
  const all = buckets(recipe.metric, place, windowMs);
  if (count === undefined || sum === undefined || all === undefined)
    return unjoined(signal, statistic, recipe.metric.placement);
  if (statistic in quantiles) {
    return {
      kind: "quantile",
      signal,
      statistic,
      q: quantiles[statistic as keyof typeof quantiles],
      buckets: all,
    };
  }
  if (statistic === "mean") {
    const special = recipe.mean && planMean(recipe.mean, context);
    return {
      kind: "mean",
      signal,
      statistic,
      mean: special ?? { kind: "sum-over-count", sum, count },
      count,
    };
  }
  if (statistic === "share-of-e2e") {
    const whole = place.engine.signals.e2e;
    const wholeSum = whole.kind === "histogram" ? total(whole.metric, place, windowMs, "_sum") : undefined;
    if (wholeSum !== undefined) return { kind: "share", signal, statistic, part: sum, whole: wholeSum };
  }
  return mismatch(signal, statistic);
}

function planMean(
  recipe: NonNullable<Extract<Recipe, { kind: "histogram" }>["mean"]>,
  { place, windowMs }: { readonly place: Place; readonly windowMs: number },
): MeanPlan | undefined {
  const numerator = total(recipe.numerator, place, windowMs);
  const minuend = total(recipe.minuend, place, windowMs);
  const subtrahend = total(recipe.subtrahend, place, windowMs);
  if (numerator === undefined || minuend === undefined || subtrahend === undefined) return undefined;
  return { kind: "recipe", numerator, minuend, subtrahend };
}

function planCounter(
  signal: SignalId,
  statistic: Statistic,
  recipe: Extract<Recipe, { kind: "counter" }>,
  { place, windowMs }: { readonly place: Place; readonly windowMs: number },
): SignalPlan {
  const rate = counterRate(recipe, place, windowMs);
  if (rate === undefined) return unjoined(signal, statistic, recipe.alternatives[0]?.placement ?? "engine");
  if (statistic === "rate") return { kind: "rate", signal, statistic, rate };
  if (statistic !== "ratio-to-requests") return mismatch(signal, statistic);
  const whole = place.engine.signals.requests;
  const requests = whole.kind === "counter" ? counterRate(whole, place, windowMs) : undefined;
  return requests === undefined
    ? mismatch(signal, statistic)
    : { kind: "ratio", signal, statistic, rate, requests };
}

function planGauge(
  signal: SignalId,
  recipe: Extract<Recipe, { kind: "gauge" }>,
  { place, windowMs }: { readonly place: Place; readonly windowMs: number },
): SignalPlan {
  const of = callOver(seriesOf(recipe.metric, place), "avg_over_time", windowMs);
  if (of === undefined) return unjoined(signal, "value", recipe.metric.placement);
  const name = aggregateOf[signalDefinition(signal).combine];
  const value = printPromql({ kind: "aggregate", name, by: [], of });
  return { kind: "gauge", signal, statistic: "value", value, scale: recipe.scale };
}

function planBusyShare(
  signal: SignalId,
  recipe: Extract<Recipe, { kind: "busy-share" }>,
  { place, windowMs }: { readonly place: Place; readonly windowMs: number },
): SignalPlan {
  const [idle, all] = [total(recipe.idle, place, windowMs), total(recipe.all, place, windowMs)];
  if (idle === undefined || all === undefined) return unjoined(signal, "value", recipe.idle.placement);
  return { kind: "busy", signal, statistic: "value", idle, all };
}

/** How one statistic of one signal is asked over `windowMs`, at every point of a grid or at one instant. */
export function compileSignal(
  signal: SignalId,
  statistic: Statistic,
  place: Place,
  windowMs: number,
): SignalPlan {
  const recipe = place.engine.signals[signal];
  switch (recipe.kind) {
    case "not-exposed":
      return absent(signal, statistic, {
        reason: "not-exposed",
        detail: recipe.reason,
        ...(recipe.flag === undefined ? {} : { flag: recipe.flag }),
      });
    case "histogram":
      return planDistribution(signal, statistic, recipe, { place, windowMs });
    case "counter":
      return planCounter(signal, statistic, recipe, { place, windowMs });
    case "gauge":
      return statistic === "value"
        ? planGauge(signal, recipe, { place, windowMs })
        : mismatch(signal, statistic);
    case "busy-share":
      return statistic === "value"
        ? planBusyShare(signal, recipe, { place, windowMs })
        : mismatch(signal, statistic);
  }
}

/** Every query a plan needs, in the order they are shown. */
export function queriesOf(plan: SignalPlan): readonly string[] {
  switch (plan.kind) {
    case "absent":
      return [];
    case "quantile":
      return [plan.buckets];
    case "mean":
      return plan.mean.kind === "sum-over-count"
        ? [plan.mean.sum, plan.mean.count]
        : [plan.mean.numerator, plan.mean.minuend, plan.mean.subtrahend, plan.count];
    case "rate":
      return [plan.rate];
    case "ratio":
      return [plan.rate, plan.requests];
    case "gauge":
      return [plan.value];
    case "busy":
      return [plan.idle, plan.all];
    case "share":
      return [plan.part, plan.whole];
  }
}
