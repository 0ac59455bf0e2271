/**
 * From a question to the queries that answer it. One bucket query serves every quantile of a histogram; sums and counts
 * serve means and n; a signal that nobody has becomes an absence with its reason, never an error.
 */
import { exporterById } from "@/lib/engines";
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
  const { family } = signalDefinition(signal);
  if (family === "engine") {
    const recipe = place.engine.signals[signal as SignalOf<"engine">];
    return planRecipe(recipe, { signal, statistic, place, finder: engineFinder(place), windowMs });
  }
  const answers = answering(signal, family, place);
  const [first] = answers;
  if (first === undefined) return absent({ signal, statistic }, "metric-absent", notJoined[family]);
  const { recipe, finder } =
    answers.find(({ recipe: { kind, ...rest } }) => kind !== "not-exposed" && !("flag" in rest)) ??
    answers.find(({ recipe: { kind } }) => kind !== "not-exposed") ??
    first;
  return planRecipe(recipe, { signal, statistic, place, finder, windowMs });
}

/**
 * Exporters of one family joined to the deployment, the preferred one first: two of them never add up. One that has the signal
 * without a flag goes before one that may have it.
 */
function answering(
  signal: SignalId,
  family: ExporterFamily,
  place: Place,
): readonly { readonly recipe: Recipe; readonly finder: Finder }[] {
  return place.deployment.attachments.flatMap(({ exporter, selectors }) => {
    const known = exporterById(exporter);
    const recipes: Readonly<Record<string, Recipe>> = known.signals;
    const recipe = recipes[signal];
    if (known.family !== family || recipe === undefined || selectors.length === 0) return [];
    return [{ recipe, finder: attachmentFinder(selectors, place) }];
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
