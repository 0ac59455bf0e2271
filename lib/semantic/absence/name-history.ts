/**
 * Explains a missing metric by the metric names that were observed at a deployment: the metric disappeared, or it never
 * existed.
 */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import type { Engine } from "@/lib/engines/definitions/engine";
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { toMetricNameSet } from "@/lib/semantic/compile/known-names";
import { listRequestSeries } from "@/lib/semantic/compile/request-series";
import { findNativeHistogram } from "@/lib/semantic/compile/native-names";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";

/** Returns the series names that a recipe queries. For a histogram or a summary, it is the name of the count series. */
export function listMetricNames(recipe: Recipe): readonly string[] {
  const suffix = recipe.kind === "histogram" || recipe.kind === "summary" ? "_count" : "";
  return bareNames(recipe).map((name) => `${name}${suffix}`);
}

/** Returns a sentence that a metric existed before, with possible causes of its disappearance. */
export function formatDisappearedSentence(metricName: string): string {
  return `${metricName} existed before but is missing now. Either the engine was upgraded, or its flags changed.`;
}

/** Whether the metrics of a signal were observed earlier at the deployment. */
export interface MetricNameHistory {
  /** A sentence that names the observed metric that disappeared; absent if none did. */
  readonly whyAbsent?: string;
  readonly isNeverObserved?: true;
}

/**
 * Returns whether the metric of a signal, which is missing now, was observed earlier at the deployment. Returns an
 * empty object if the history cannot answer this, because no name was recorded, or because only one model or instance
 * is queried.
 */
export function explainMetricNameHistory(
  recipe: Recipe,
  { engine, deployment, scope, splitFilter }: QueryContext,
): MetricNameHistory {
  const observedNames = toMetricNameSet(deployment);
  if (
    observedNames.size === 0 ||
    splitFilter !== undefined ||
    scope.instance !== undefined ||
    scope.model !== undefined
  )
    return {};
  // Before the first request an engine exposes few metrics, so a missing name gives no information.
  if (!hadRequests(engine, observedNames)) return {};
  const names = listMetricNames(recipe);
  const found = findObservedName(recipe, observedNames);
  if (found !== undefined) return { whyAbsent: formatDisappearedSentence(found) };
  const pattern = metricNamesPattern(engine);
  return names.length > 0 && names.every((name) => pattern.test(name)) ? { isNeverObserved: true } : {};
}

/** Returns whether a series that appears with the first request was ever observed. */
function hadRequests(engine: Engine, observedNames: ReadonlySet<string>): boolean {
  return listRequestSeries(engine).some(({ ref, suffix }) =>
    ref.names.some(
      (name) =>
        observedNames.has(`${name}${suffix}`) ||
        findNativeHistogram(`${name}${suffix}`, observedNames) !== undefined,
    ),
  );
}

const metricNamesPattern = memoizePerObject(
  (engine: Engine) => new RegExp(`^(?:${engine.metricNamesPattern})$`),
);

/** Returns a metric name of the recipe that was observed; undefined when there is none. */
export function findObservedName(recipe: Recipe, observedNames: ReadonlySet<string>): string | undefined {
  const names = listMetricNames(recipe);
  return (
    names.find((name) => observedNames.has(name)) ??
    names.find((name) => findNativeHistogram(name, observedNames))
  );
}

/** Returns the main metric of a recipe, which is the first metric if there are several. */
export function findRecipeMetric(recipe: Recipe): MetricRef | undefined {
  return metricsOf(recipe)[0];
}

function bareNames(recipe: Recipe): readonly string[] {
  return metricsOf(recipe).flatMap(({ names }) => names);
}

function metricsOf(recipe: Recipe): readonly MetricRef[] {
  switch (recipe.kind) {
    case "histogram":
    case "summary":
    case "gauge":
      return [recipe.metric];
    case "mean-only":
      return [recipe.count];
    case "counter":
      return recipe.alternatives;
    case "gauge-ratio":
    case "spread":
      return [recipe.numerator];
    case "rate-ratio":
      return recipe.numerators;
    case "rate-as-gauge":
      return recipe.metrics;
    case "not-exposed":
      return [];
  }
}
