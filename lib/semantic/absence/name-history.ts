/**
 * Explains a missing metric by the metric names that were observed at a deployment: the metric disappeared, or it never
 * existed.
 */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import type { Engine } from "@/lib/engines/definitions/engine";
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import type { Statistic } from "@/lib/model/question";
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
  statistic: Statistic,
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
  const pattern = metricNamesPattern(engine);
  const isNeverObserved = listRequiredNames(recipe, statistic).some(
    (names) =>
      names.length > 0 && names.every((name) => pattern.test(name) && !isObserved(name, observedNames)),
  );
  if (isNeverObserved) return { isNeverObserved };
  const found = findObservedName(recipe, observedNames);
  return found !== undefined && isEverySeriesRead(recipe, statistic)
    ? { whyAbsent: formatDisappearedSentence(found) }
    : {};
}

const isObserved = (name: string, observedNames: ReadonlySet<string>): boolean =>
  observedNames.has(name) || findNativeHistogram(name, observedNames) !== undefined;

/**
 * Returns the series without which the statistic has no value. Each entry lists the names of one metric, of which one
 * suffices. Metrics that count as zero while they are missing are excluded.
 */
function listRequiredNames(recipe: Recipe, statistic: Statistic): readonly (readonly string[])[] {
  const named = (ref: MetricRef, suffix = ""): readonly string[] =>
    ref.names.map((name) => `${name}${suffix}`);
  const needed = (refs: readonly MetricRef[]): readonly (readonly string[])[] =>
    refs
      .filter(
        ({ zeroWhilePresent, zeroUntilFirstEvent }) =>
          (zeroWhilePresent ?? zeroUntilFirstEvent) === undefined,
      )
      .map((ref) => named(ref));
  switch (recipe.kind) {
    case "histogram":
    case "summary":
      if (statistic !== "mean")
        return [
          listMetricNames(recipe),
          ...(recipe.kind === "histogram" ? [named(recipe.metric, "_bucket")] : []),
        ];
      return recipe.kind === "histogram" && recipe.mean !== undefined
        ? needed([recipe.mean.numerator, recipe.mean.minuend, recipe.mean.subtrahend])
        : [named(recipe.metric, "_sum"), named(recipe.metric, "_count")];
    case "mean-only":
      return needed([recipe.sum, recipe.count]);
    case "counter":
      return [listMetricNames(recipe), ...needed(recipe.addedCounters ?? [])];
    case "gauge-ratio":
      return needed([recipe.numerator, recipe.denominator]);
    case "spread":
      return needed([recipe.numerator, ...(recipe.denominator === null ? [] : [recipe.denominator])]);
    case "rate-ratio":
      return needed([...recipe.numerators, ...recipe.denominators]);
    case "gauge":
    case "rate-as-gauge":
    case "not-exposed":
      return [listMetricNames(recipe)];
  }
}

/**
 * Returns whether a missing value shows that the metric is missing. It does not if only some series of the metric are
 * read, or if the value also depends on other metrics.
 */
function isEverySeriesRead(recipe: Recipe, statistic: Statistic): boolean {
  if (recipe.kind === "histogram") {
    if (statistic === "mean" && recipe.mean !== undefined) return false;
    return !isRestricted(recipe.metric);
  }
  if (recipe.kind === "gauge") return !isRestricted(recipe.metric);
  if (recipe.kind !== "counter") return false;
  return recipe.addedCounters === undefined && !recipe.alternatives.some((ref) => isRestricted(ref));
}

/** Returns whether matchers exclude series. Series without the label are not excluded by a label that must be empty or different. */
function isRestricted({ matchers = [] }: MetricRef): boolean {
  return matchers.some(({ operator, value }) => {
    if (operator === "=") return value !== "";
    return operator === "=~" || value === "";
  });
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
