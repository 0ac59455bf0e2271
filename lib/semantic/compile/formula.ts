/**
 * Formats a recipe as a formula that users can check by hand, with the metric names observed at the deployment; Σ is
 * the sum over its series.
 */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { quantiles, type Statistic } from "@/lib/model/question";
import type { SignalDefinition } from "@/lib/model/signals/signals";
import type { SignalProvider } from "./compile";
import { getEngineSeriesFinder, type SeriesFinder, type QueryContext } from "./scope-selectors";
import { getRequestCounterRecipe } from "./counter-fallback";
import { listLayerRequestCounters } from "./ratio-denominator";

interface FormulaRequest {
  readonly definition: SignalDefinition;
  readonly statistics: readonly Statistic[];
  readonly context: QueryContext;
}

/**
 * Returns PromQL-like formulas of a signal's statistics for display, separated by semicolons; empty if the
 * signal is not exposed.
 */
export function formatFormulas(
  { recipe, finder }: Pick<SignalProvider, "recipe" | "finder">,
  request: FormulaRequest,
): string {
  const parts = [
    ...new Set(request.statistics.map((statistic) => formatFormula(recipe, finder, statistic, request))),
  ];
  return parts.filter((text) => text !== "").join("; ");
}

function formatFormula(
  recipe: Recipe,
  finder: SeriesFinder,
  statistic: Statistic,
  input: FormulaRequest,
): string {
  if (recipe.kind === "not-exposed") return "";
  if (statistic === "share-of-e2e") return shareOf(recipe, finder, input.context);
  if (statistic === "ratio-to-requests") {
    return `${sumOf(recipe, finder, "Σ")} ÷ ${requestsOf(recipe, input.context)}`;
  }
  if (statistic === "mean") return meanOf(recipe, finder);
  if (statistic in quantiles) return percentileOf(recipe, finder);
  return levelOf(recipe, finder, signOf(input.definition));
}

const signs = { sum: "Σ", "merge-buckets": "Σ", mean: "mean of", max: "max of", min: "min of" } as const;
const signOf = ({ combine }: SignalDefinition): string => signs[combine];

/** Returns the metric name observed at the deployment, with the label matchers. */
function nameOf(ref: MetricRef, finder: SeriesFinder, suffix = ""): string {
  const [name = ""] = finder.findMetricNames(ref, suffix);
  const matches = (ref.matchers ?? []).map(({ label, operator, value }) => `${label}${operator}"${value}"`);
  return `${name}${suffix}${matches.length === 0 ? "" : `{${matches.join(",")}}`}`;
}

const times = (scale: number | undefined): string =>
  scale === undefined || scale === 1 ? "" : ` × ${Number(scale.toPrecision(4))}`;

const rate = (ref: MetricRef, finder: SeriesFinder, suffix = ""): string =>
  `rate(${nameOf(ref, finder, suffix)})`;

function percentileOf(recipe: Recipe, finder: SeriesFinder): string {
  if (recipe.kind === "histogram")
    return `percentile = linear interpolation in a bucket of Σ ${rate(recipe.metric, finder, "_bucket")}${times(recipe.scale)}`;
  if (recipe.kind === "summary")
    return `percentile = max of ${nameOf(recipe.metric, finder)}, computed by each process over its configured window${times(recipe.scale)}`;
  return "";
}

function meanOf(recipe: Recipe, finder: SeriesFinder): string {
  if (recipe.kind === "mean-only")
    return `mean = Σ ${rate(recipe.sum, finder)} ÷ Σ ${rate(recipe.count, finder)}${times(recipe.scale)}`;
  if (recipe.kind === "histogram" && recipe.mean !== undefined) {
    const { numerator, minuend, subtrahend } = recipe.mean;
    return `mean = Σ ${rate(numerator, finder)} ÷ (Σ ${rate(minuend, finder)} − Σ ${rate(subtrahend, finder)})`;
  }
  if (recipe.kind === "histogram" || recipe.kind === "summary")
    return `mean = Σ ${rate(recipe.metric, finder, "_sum")} ÷ Σ ${rate(recipe.metric, finder, "_count")}${times(recipe.scale)}, over series with both`;
  return "";
}

function shareOf(recipe: Recipe, finder: SeriesFinder, context: QueryContext): string {
  const [partTime, total] = [
    timeOf(recipe, finder),
    timeOf(context.engine.signals.e2e, getEngineSeriesFinder(context)),
  ];
  return partTime === "" || total === "" ? "" : `${partTime} ÷ ${total}`;
}

function timeOf(recipe: Recipe, finder: SeriesFinder): string {
  if (recipe.kind === "mean-only") return `Σ ${rate(recipe.sum, finder)}${times(recipe.scale)}`;
  if (recipe.kind === "histogram" || recipe.kind === "summary")
    return `Σ ${rate(recipe.metric, finder, "_sum")}${times(recipe.scale)}`;
  return "";
}

function sumOf(recipe: Recipe, finder: SeriesFinder, sign: string): string {
  if (recipe.kind !== "counter") return "";
  const either = recipe.alternatives.map((ref) => `${sign} ${rate(ref, finder)}`).join(", else ");
  const addedTerms = (recipe.addedCounters ?? []).map((ref) => ` + ${sign} ${rate(ref, finder)}`).join("");
  const total = recipe.alternatives.length > 1 ? `(${either})` : either;
  return `${total}${addedTerms}${times(recipe.scale)}`;
}

/** Failures that were counted in front of the engine are divided by the requests that were counted there. */
function requestsOf(recipe: Recipe, context: QueryContext): string {
  const finder = getEngineSeriesFinder(context);
  const finished = sumOf(getRequestCounterRecipe(context), finder, "Σ");
  const layerRequests = recipe.kind === "counter" ? listLayerRequestCounters(recipe) : [];
  return layerRequests.length === 0
    ? finished
    : `(${layerRequests.map((ref) => `Σ ${rate(ref, finder)}`).join(", else ")}, else ${finished})`;
}

function levelOf(recipe: Recipe, finder: SeriesFinder, sign: string): string {
  const rates = (refs: readonly MetricRef[], aggregateSign = "Σ"): string =>
    refs.map((ref) => `${aggregateSign} ${rate(ref, finder)}`).join(" + ");
  switch (recipe.kind) {
    case "counter":
      return sumOf(recipe, finder, sign);
    case "gauge":
      return `${sign} avg_over_time(${nameOf(recipe.metric, finder)})${times(recipe.scale)}`;
    case "gauge-ratio": {
      const [partName, totalName] = [nameOf(recipe.numerator, finder), nameOf(recipe.denominator, finder)];
      const share =
        recipe.isPerSeries === true ? `${partName} ÷ ${totalName}` : `Σ ${partName} ÷ Σ ${totalName}`;
      const formula = recipe.isComplement === true ? `1 − ${share}` : share;
      return recipe.isPerSeries === true ? `${sign} (${formula})` : formula;
    }
    case "rate-ratio": {
      const [parts, wholes] = [rates(recipe.numerators), rates(recipe.denominators)];
      const share = `(${parts}) ÷ (${wholes})${times(recipe.scale)}`;
      return recipe.isComplement === true ? `1 − ${share}` : share;
    }
    case "rate-as-gauge":
      return recipe.takesLargest === true
        ? `largest of (${recipe.metrics.map((ref) => `${sign} ${rate(ref, finder)}`).join(", ")})${times(recipe.scale)}`
        : `${rates(recipe.metrics, sign)}${times(recipe.scale)}`;
    case "spread": {
      const { numerator, denominator } = recipe;
      const each =
        denominator === null
          ? `avg_over_time(${nameOf(numerator, finder)})`
          : `${rate(numerator, finder)} ÷ ${rate(denominator, finder)}`;
      return `max of (${each}) ÷ mean of (${each}) − 1`;
    }
    case "histogram":
    case "summary":
    case "mean-only":
    case "not-exposed":
      return "";
  }
}
