/**
 * From a question to the queries that answer it. One bucket query serves every quantile of a histogram; sums and counts
 * serve means and n; a signal that nobody has becomes an absence with its reason, never an error.
 */
import { exporterById } from "@/lib/engines";
import type { Engine } from "@/lib/engines/engine";
import type { Exporter } from "@/lib/engines/exporter";
import type { Recipe } from "@/lib/engines/recipe";
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId, type SignalOf } from "@/lib/model/signals";
import type { ExporterFamily } from "@/lib/model/signal-definition";
import { planDistribution, planMeanOnly, planSummary } from "./compile-distribution";
import { planCounter, planGauge, planLevelRatio, planRateLevel, planRateRatio } from "./compile-level";
import type { SignalPlan } from "./plan";
import { absent, type Target } from "./plan-target";
import { attachmentFinder, engineFinder, type Finder, type Place } from "./scope-selectors";

const notJoined: { readonly [F in ExporterFamily]: string } = {
  gpu: "No GPU exporter's series were joined to this deployment by pod, node or host name.",
  host: "No host exporter's series were joined to this deployment by node or host name.",
  container: "No container metrics were joined to this deployment by pod name.",
  database: "No database exporter was joined to this deployment.",
  training: "No training exporter was joined to this deployment.",
};

/** How one statistic of one signal is asked over `windowMs`, at every point of a grid or at one instant. */
export function compileSignal(
  signal: SignalId,
  statistic: Statistic,
  place: Place,
  windowMs: number,
): SignalPlan {
  const answering = answeringRecipe(signal, place);
  if (answering !== undefined) {
    const { recipe, finder } = answering;
    return planRecipe(recipe, { signal, statistic, place, finder, windowMs });
  }
  const { family } = signalDefinition(signal);
  const detail = family === "engine" ? "" : notJoined[family];
  return absent({ signal, statistic }, "metric-absent", detail);
}

export interface Answering {
  readonly recipe: Recipe;
  readonly finder: Finder;
  readonly by: Engine | Exporter;
}

/** Who answers for a signal at this place, and how; undefined where no exporter of its kind was joined. */
export function answeringRecipe(signal: SignalId, place: Place): Answering | undefined {
  const { family } = signalDefinition(signal);
  if (family === "engine") {
    const recipe = place.engine.signals[signal as SignalOf<"engine">];
    return { recipe, finder: engineFinder(place), by: place.engine };
  }
  const answers = answering(signal, family, place);
  return (
    answers.find(({ recipe: { kind, ...rest } }) => kind !== "not-exposed" && !("flag" in rest)) ??
    answers.find(({ recipe: { kind } }) => kind !== "not-exposed") ??
    answers[0]
  );
}

/**
 * Exporters of one family joined to the deployment, the preferred one first: two of them never add up. One that has the signal
 * without a flag goes before one that may have it.
 */
function answering(signal: SignalId, family: ExporterFamily, place: Place): readonly Answering[] {
  return place.deployment.attachments.flatMap(({ exporter, selectors }) => {
    const known = exporterById(exporter);
    const recipes: Readonly<Record<string, Recipe>> = known.signals;
    const recipe = recipes[signal];
    if (known.family !== family || recipe === undefined || selectors.length === 0) return [];
    return [{ recipe, finder: attachmentFinder(selectors, place), by: known }];
  });
}

function planRecipe(recipe: Recipe, target: Target): SignalPlan {
  switch (recipe.kind) {
    case "not-exposed":
      return absent(target, "not-exposed", recipe.reason, recipe.flag);
    case "histogram":
      return flagged(planDistribution(recipe, target), recipe.flag);
    case "summary":
      return flagged(planSummary(recipe, target), recipe.flag);
    case "mean-only":
      return planMeanOnly(recipe, target);
    case "counter":
      return flagged(planCounter(recipe, target), recipe.flag);
    case "gauge":
      return flagged(planGauge(recipe, target), recipe.flag);
    case "level-ratio":
      return flagged(planLevelRatio(recipe, target), recipe.flag);
    case "rate-ratio":
      return flagged(planRateRatio(recipe, target), recipe.flag);
    case "rate-level":
      return flagged(planRateLevel(recipe, target), recipe.flag);
  }
}

function flagged(plan: SignalPlan, flag: string | undefined): SignalPlan {
  return flag === undefined ? plan : { ...plan, flag };
}
