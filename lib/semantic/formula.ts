/** A recipe as a formula people can check by hand: metrics by the names seen at the deployment, Σ over its series. */
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import { quantiles, type Statistic } from "@/lib/model/question";
import type { SignalDefinition } from "@/lib/model/signals";
import type { Answering } from "./compile";
import { engineFinder, type Finder, type Place } from "./scope-selectors";
import { requestsOf } from "./stand-in";

interface Asked {
  readonly definition: SignalDefinition;
  readonly statistics: readonly Statistic[];
  readonly place: Place;
}

/** Parts are separated by semicolons; empty where nothing is exposed. */
export function formulaOf({ recipe, finder }: Pick<Answering, "recipe" | "finder">, asked: Asked): string {
  const parts = [...new Set(asked.statistics.map((statistic) => part(recipe, finder, statistic, asked)))];
  return parts.filter((text) => text !== "").join("; ");
}

function part(recipe: Recipe, finder: Finder, statistic: Statistic, asked: Asked): string {
  if (recipe.kind === "not-exposed") return "";
  if (statistic === "share-of-e2e") return shareOf(recipe, finder, asked.place);
  if (statistic === "ratio-to-requests") {
    return `${sumOf(recipe, finder, "Σ")} ÷ ${sumOf(requestsOf(asked.place), engineFinder(asked.place), "Σ")}`;
  }
  if (statistic === "mean") return meanOf(recipe, finder);
  if (statistic in quantiles) return percentileOf(recipe, finder);
  return levelOf(recipe, finder, signOf(asked.definition));
}

const signs = { sum: "Σ", "merge-buckets": "Σ", mean: "mean of", max: "max of", min: "min of" } as const;
const signOf = ({ combine }: SignalDefinition): string => signs[combine];

/** Name as seen at the deployment, with the labels that narrow it. */
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
    return `percentile = linear inside its bucket of Σ ${rate(recipe.metric, finder, "_bucket")}${times(recipe.scale)}`;
  if (recipe.kind === "summary")
    return `percentile = max of ${nameOf(recipe.metric, finder)}, made by each process over a time of its own${times(recipe.scale)}`;
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

function shareOf(recipe: Recipe, finder: Finder, place: Place): string {
  const [own, whole] = [timeOf(recipe, finder), timeOf(place.engine.signals.e2e, engineFinder(place))];
  return own === "" || whole === "" ? "" : `${own} ÷ ${whole}`;
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
  const others = (recipe.plus ?? []).map((ref) => ` + ${sign} ${rate(ref, finder)}`).join("");
  const whole = recipe.alternatives.length > 1 ? `(${either})` : either;
  return `${whole}${others}${times(recipe.scale)}`;
}

function levelOf(recipe: Recipe, finder: Finder, sign: string): string {
  const rates = (refs: readonly MetricRef[], with_ = "Σ"): string =>
    refs.map((ref) => `${with_} ${rate(ref, finder)}`).join(" + ");
  switch (recipe.kind) {
    case "counter":
      return sumOf(recipe, finder, sign);
    case "gauge":
      return `${sign} avg_over_time(${nameOf(recipe.metric, finder)})${times(recipe.scale)}`;
    case "level-ratio": {
      const [left, right] = [nameOf(recipe.part, finder), nameOf(recipe.whole, finder)];
      const share = recipe.each === true ? `${left} ÷ ${right}` : `Σ ${left} ÷ Σ ${right}`;
      const told = recipe.complement === true ? `1 − ${share}` : share;
      return recipe.each === true ? `${sign} (${told})` : told;
    }
    case "rate-ratio": {
      const [parts, wholes] = [rates(recipe.parts), rates(recipe.wholes)];
      const share = `(${parts}) ÷ (${wholes})${times(recipe.scale)}`;
      return recipe.complement === true ? `1 − ${share}` : share;
    }
    case "rate-level":
      return recipe.largest === true
        ? `largest of (${recipe.metrics.map((ref) => `${sign} ${rate(ref, finder)}`).join(", ")})${times(recipe.scale)}`
        : `${rates(recipe.metrics, sign)}${times(recipe.scale)}`;
    case "spread": {
      const { part, whole } = recipe;
      const each =
        whole === null
          ? `avg_over_time(${nameOf(part, finder)})`
          : `${rate(part, finder)} ÷ ${rate(whole, finder)}`;
      return `max of (${each}) ÷ mean of (${each}) − 1`;
    }
    case "histogram":
    case "summary":
    case "mean-only":
    case "not-exposed":
      return "";
  }
}
