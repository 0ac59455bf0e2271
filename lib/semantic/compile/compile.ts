/**
 * Compiles a question into queries. One bucket query serves every quantile of a histogram; sums and counts serve
 * means and n. A signal that no provider reports becomes an absence with its reason, never an error.
 */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import { exporterById } from "@/lib/engines";
import type { Engine } from "@/lib/engines/definitions/engine";
import type { Exporter } from "@/lib/engines/definitions/exporter";
import { mappedRecipe } from "@/lib/engines/definitions/mapped-metrics";
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { notJoinedSentences } from "@/lib/model/deployment/not-joined";
import type { Statistic } from "@/lib/model/question";
import {
  signalDefinition,
  listSignalIds,
  type SignalId,
  type FamilySignalId,
} from "@/lib/model/signals/signals";
import type { ExporterKind } from "@/lib/model/signals/signal-definition";
import { planDistribution, planMeanOnly, planSummary } from "./compile-distribution";
import {
  planCounter,
  planGauge,
  planGaugeRatio,
  planRateAsGauge,
  planRateRatio,
  planSpread,
} from "./compile-level";
import type { SignalPlan } from "./plan";
import { makeAbsentPlan, type PlanRequest } from "./plan-request";
import { explainMetricNameHistory } from "@/lib/semantic/absence/name-history";
import { resolveCounterFallback } from "./counter-fallback";
import {
  createExporterSeriesFinder,
  getEngineSeriesFinder,
  type SeriesFinder,
  type QueryContext,
} from "./scope-selectors";

const plansOfContext = memoizePerObject((_context: QueryContext) => new Map<string, SignalPlan>());

/**
 * Plans the queries for one statistic of a signal. `rateWindowMs` is the rate window. The plan is valid for a
 * grid and for one instant, and is cached per context.
 */
export function compileSignal(
  signal: SignalId,
  statistic: Statistic,
  context: QueryContext,
  rateWindowMs: number,
): SignalPlan {
  const plans = plansOfContext(context);
  const key = `${signal} ${statistic} ${rateWindowMs}`;
  const plan = plans.get(key) ?? compileStatistic(signal, statistic, context, rateWindowMs);
  plans.set(key, plan);
  return plan;
}

function compileStatistic(
  signal: SignalId,
  statistic: Statistic,
  context: QueryContext,
  rateWindowMs: number,
): SignalPlan {
  const { family } = signalDefinition(signal);
  const exporterProviders = findProvider(signal, context);
  if (exporterProviders !== undefined) {
    const { recipe, finder } = exporterProviders;
    const plan = planRecipe(recipe, { signal, statistic, context, finder, rateWindowMs });
    return family === "engine" && plan.kind !== "absent"
      ? { ...explainMetricNameHistory(recipe, statistic, context), ...plan }
      : plan;
  }
  const detail = family === "engine" ? "" : notJoinedSentences[family];
  return makeAbsentPlan({ signal, statistic }, "metric-absent", detail);
}

/** Engine or exporter that exposes a signal, with its recipe: how the signal is computed from metrics. */
export interface SignalProvider {
  readonly recipe: Recipe;
  readonly finder: SeriesFinder;
  readonly provider: Engine | Exporter;
}

/**
 * Returns the engine or exporter that exposes a signal, with its recipe; undefined if the deployment has no
 * exporter for it.
 */
export function findProvider(signal: SignalId, context: QueryContext): SignalProvider | undefined {
  const { family } = signalDefinition(signal);
  if (family === "engine") {
    const recipe = resolveCounterFallback(
      context.engine.signals[signal as FamilySignalId<"engine">],
      context,
    );
    return { recipe, finder: getEngineSeriesFinder(context), provider: context.engine };
  }
  const answers = [...mappedProviders(signal, context), ...exporterProviders(signal, family, context)];
  return (
    answers.find(({ recipe: { kind, ...rest } }) => kind !== "not-exposed" && !("howToEnable" in rest)) ??
    answers.find(({ recipe: { kind } }) => kind !== "not-exposed") ??
    answers[0]
  );
}

/**
 * Returns the deployment's mapping for a signal. A deployment with any mapping reports its other training signals as
 * not mapped.
 */
function mappedProviders(signal: SignalId, context: QueryContext): readonly SignalProvider[] {
  const { mappings = {} } = context.deployment;
  const mapped = listSignalIds("training").find((id) => id === signal);
  const isMapped = mapped !== undefined && Object.keys(mappings).length > 0;
  return isMapped
    ? [
        {
          recipe: mappedRecipe(mapped, mappings),
          finder: getEngineSeriesFinder(context),
          provider: context.engine,
        },
      ]
    : [];
}

/**
 * Returns the joined exporters of one family, the preferred exporter first. Their values are alternatives and are never
 * added. An exporter that always exposes the signal precedes an exporter in which the signal must be enabled.
 */
function exporterProviders(
  signal: SignalId,
  family: ExporterKind,
  context: QueryContext,
): readonly SignalProvider[] {
  return context.deployment.attachments.flatMap(({ exporter, selectors }) => {
    const known = exporterById(exporter);
    const recipes: Readonly<Record<string, Recipe>> = known.signals;
    const recipe = recipes[signal];
    if (known.family !== family || recipe === undefined || selectors.length === 0) return [];
    return [{ recipe, finder: createExporterSeriesFinder(selectors, context), provider: known }];
  });
}

function planRecipe(recipe: Recipe, target: PlanRequest): SignalPlan {
  switch (recipe.kind) {
    case "not-exposed":
      return makeAbsentPlan(target, "not-exposed", recipe.reason, recipe.howToEnable);
    case "histogram":
      return withHowToEnable(planDistribution(recipe, target), recipe.howToEnable);
    case "summary":
      return withHowToEnable(planSummary(recipe, target), recipe.howToEnable);
    case "mean-only":
      return planMeanOnly(recipe, target);
    case "counter":
      return withNotCountedReason(
        withAbsenceReason(
          withHowToEnable(planCounter(recipe, target), recipe.howToEnable),
          recipe.alternatives,
        ),
        recipe,
      );
    case "gauge":
      return { ...withHowToEnable(planGauge(recipe, target), recipe.howToEnable), readsGauge: true };
    case "gauge-ratio":
      return { ...withHowToEnable(planGaugeRatio(recipe, target), recipe.howToEnable), readsGauge: true };
    case "rate-ratio":
      return withHowToEnable(planRateRatio(recipe, target), recipe.howToEnable);
    case "rate-as-gauge":
      return withHowToEnable(planRateAsGauge(recipe, target), recipe.howToEnable);
    case "spread":
      return withHowToEnable(planSpread(recipe, target), recipe.howToEnable);
  }
}

function withHowToEnable(plan: SignalPlan, howToEnable: string | undefined): SignalPlan {
  return howToEnable === undefined ? plan : { ...plan, howToEnable };
}

function withNotCountedReason(
  plan: SignalPlan,
  { whyNotCounted }: Extract<Recipe, { kind: "counter" }>,
): SignalPlan {
  return whyNotCounted === undefined ? plan : { ...plan, whyNotCounted };
}

function withAbsenceReason(plan: SignalPlan, refs: readonly MetricRef[]): SignalPlan {
  return refs.some(({ disabledIfZeroDespite }) => disabledIfZeroDespite !== undefined)
    ? {
        ...plan,
        whyAbsent:
          "The engine generates tokens, but the counter of this metric stays at zero, so the metric is not enabled.",
      }
    : plan;
}
