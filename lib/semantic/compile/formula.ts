/**
 * Formats a recipe as a formula that users can check by hand, with the metric names observed at the deployment; Σ is
 * the sum over its series.
 */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { quantiles, type Statistic } from "@/lib/model/question";
import type { SignalDefinition } from "@/lib/model/signals/signals";
import type { SignalProvider } from "./compile";
import { engineFinder, type Finder, type QueryContext } from "./scope-selectors";
import { requestCounter } from "./counter-fallback";

interface FormulaInput {
  readonly definition: SignalDefinition;
  readonly statistics: readonly Statistic[];
  readonly context: QueryContext;
}

/** Returns the formulas of the statistics, separated by semicolons; empty when the signal is not exposed. */
export function formulaOf(
  { recipe, finder }: Pick<SignalProvider, "recipe" | "finder">,
  input: FormulaInput,
): string {
  const parts = [...new Set(input.statistics.map((statistic) => part(recipe, finder, statistic, input)))];
  return parts.filter((text) => text !== "").join("; ");
}

function part(recipe: Recipe, finder: Finder, statistic: Statistic, input: FormulaInput): string {
  if (recipe.kind === "not-exposed") return "";
  if (statistic === "share-of-e2e") return shareOf(recipe, finder, input.context);
  if (statistic === "ratio-to-requests") {
    return `${sumOf(recipe, finder, "Σ")} ÷ ${sumOf(requestCounter(input.context), engineFinder(input.context), "Σ")}`;
  }
  if (statistic === "mean") return meanOf(recipe, finder);
  if (statistic in quantiles) return percentileOf(recipe, finder);
  return levelOf(recipe, finder, signOf(input.definition));
}

const signs = { sum: "Σ", "merge-buckets": "Σ", mean: "mean of", max: "max of", min: "min of" } as const;
const signOf = ({ combine }: SignalDefinition): string => signs[combine];

/** Returns the metric name observed at the deployment, with the label matchers. */
function nameOf(ref: MetricRef, finder: Finder, suffix = ""): string {
  const [name = ""] = finder.namesOf(ref, suffix);
  const matches = (ref.matches ?? []).map(({ label, operator, value }) => `${label}${operator}"${value}"`);
  return `${name}${suffix}${matches.length === 0 ? "" : `{${matches.join(",")}}`}`;
}

const times = (scale: number | undefined): string =>
  scale === undefined || scale === 1 ? "" : ` × ${Number(scale.toPrecision(4))}`;

const rate = (ref: MetricRef, finder: Finder, suffix = ""): string => `rate(${nameOf(ref, finder, suffix)})`;

function percentileOf(recipe: Recipe, finder: Finder): string {
  if (recipe.kind === "histogram")
    return `percentile = linear interpolation in a bucket of Σ ${rate(recipe.metric, finder, "_bucket")}${times(recipe.scale)}`;
  if (recipe.kind === "summary")
    return `percentile = max of ${nameOf(recipe.metric, finder)}, computed by each process over its configured window${times(recipe.scale)}`;
  return "";
}

function meanOf(recipe: Recipe, finder: Finder): string {
  if (recipe.kind === "mean-only")
    return `mean = Σ ${rate(recipe.sum, finder)} ÷ Σ ${rate(recipe.count, finder)}${times(recipe.scale)}`;
  if (recipe.kind === "histogram" && recipe.mean !== undefined) {
    const { numerator, minuend, subtrahend } = recipe.mean;
    return `mean = Σ ${rate(numerator, finder)} ÷ (Σ ${rate(minuend, finder)} − Σ ${rate(subtrahend, finder)})`;
  }
  if (recipe.kind === "histogram" || recipe.kind === "summary")
    return `mean = Σ ${rate(recipe.metric, finder, "_sum")} ÷ Σ ${rate(recipe.metric, finder, "_count")}${times(recipe.scale)}`;
  return "";
}

function shareOf(recipe: Recipe, finder: Finder, context: QueryContext): string {
  const [partTime, total] = [
    timeOf(recipe, finder),
    timeOf(context.engine.signals.e2e, engineFinder(context)),
  ];
  return partTime === "" || total === "" ? "" : `${partTime} ÷ ${total}`;
}

function timeOf(recipe: Recipe, finder: Finder): string {
  if (recipe.kind === "mean-only") return `Σ ${rate(recipe.sum, finder)}${times(recipe.scale)}`;
  if (recipe.kind === "histogram" || recipe.kind === "summary")
    return `Σ ${rate(recipe.metric, finder, "_sum")}${times(recipe.scale)}`;
  return "";
}

function sumOf(recipe: Recipe, finder: Finder, sign: string): string {
  if (recipe.kind !== "counter") return "";
  const either = recipe.alternatives.map((ref) => `${sign} ${rate(ref, finder)}`).join(", else ");
  const addedTerms = (recipe.plus ?? []).map((ref) => ` + ${sign} ${rate(ref, finder)}`).join("");
  const total = recipe.alternatives.length > 1 ? `(${either})` : either;
  return `${total}${addedTerms}${times(recipe.scale)}`;
}

function levelOf(recipe: Recipe, finder: Finder, sign: string): string {
  const rates = (refs: readonly MetricRef[], aggregateSign = "Σ"): string =>
    refs.map((ref) => `${aggregateSign} ${rate(ref, finder)}`).join(" + ");
  switch (recipe.kind) {
    case "counter":
      return sumOf(recipe, finder, sign);
    case "gauge":
      return `${sign} avg_over_time(${nameOf(recipe.metric, finder)})${times(recipe.scale)}`;
    case "level-ratio": {
      const [partName, totalName] = [nameOf(recipe.part, finder), nameOf(recipe.total, finder)];
      const share = recipe.each === true ? `${partName} ÷ ${totalName}` : `Σ ${partName} ÷ Σ ${totalName}`;
      const formula = recipe.complement === true ? `1 − ${share}` : share;
      return recipe.each === true ? `${sign} (${formula})` : formula;
    }
    case "rate-ratio": {
      const [parts, wholes] = [rates(recipe.parts), rates(recipe.totals)];
      const share = `(${parts}) ÷ (${wholes})${times(recipe.scale)}`;
      return recipe.complement === true ? `1 − ${share}` : share;
    }
    case "rate-level":
      return recipe.largest === true
        ? `largest of (${recipe.metrics.map((ref) => `${sign} ${rate(ref, finder)}`).join(", ")})${times(recipe.scale)}`
        : `${rates(recipe.metrics, sign)}${times(recipe.scale)}`;
    case "spread": {
      const { part, total } = recipe;
      const each =
        total === null
          ? `avg_over_time(${nameOf(part, finder)})`
          : `${rate(part, finder)} ÷ ${rate(total, finder)}`;
      return `max of (${each}) ÷ mean of (${each}) − 1`;
    }
    case "histogram":
    case "summary":
    case "mean-only":
    case "not-exposed":
      return "";
  }
}
