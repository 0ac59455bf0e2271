/**
 * Finds metrics that exist at the deployment's targets, but without the value of the model label that the selectors
 * require. Engines name the model with different labels in different metrics, and the value of such a label may differ
 * from the value in the selectors. These metrics are queried only if a metric seems to have disappeared. Only the last
 * known targets of the deployment count, because other targets of its job belong to other deployments.
 */
import type { InstantSample } from "@/lib/model/grid";
import type { SignalId } from "@/lib/model/signals/signals";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { joinRangeCalls } from "@/lib/semantic/compile/range-calls";
import { findProvider } from "@/lib/semantic/compile/compile";
import { printPromql } from "@/lib/semantic/compile/promql";
import { buildTargetSelectors, formatOtherModelSentence } from "./other-model";
import { formatSelectorLocation } from "./no-series";
import { formatDisappearedSentence, findRecipeMetric, findObservedName } from "./name-history";
import { getEngineSeriesFinder, type QueryContext } from "@/lib/semantic/compile/scope-selectors";

/**
 * Query that finds out whether a metric exists with a different value of its model label, with the texts for the
 * result.
 */
export interface ModelLabelProbe {
  readonly promql: string;
  readonly metricName: string;
  readonly modelLabel: string;
  readonly expectedModels: readonly string[];
  /**
   * True if the label also names the model in the engine's other metrics, so that a different value means a different
   * model.
   */
  readonly isModelOfTargets: boolean;
  /** Where an operator edits the selectors. */
  readonly selectorLocation: string;
  /** Sentence to display until the query has returned. */
  readonly fallbackSentence: string;
}

const maxListedValues = 3;

/**
 * Plans a query for whether a signal's metric exists with another value of its model label; undefined if no
 * label names the model.
 */
export function planModelLabelProbe(signal: SignalId, context: QueryContext): ModelLabelProbe | undefined {
  const recipe = findProvider(signal, context)?.recipe;
  const ref = recipe && findRecipeMetric(recipe);
  const name = recipe && findObservedName(recipe, new Set(context.deployment.metricNames));
  const label = ref?.modelLabel ?? context.engine.modelLabel;
  if (ref === undefined || name === undefined || label === null) return undefined;
  const finder = getEngineSeriesFinder(context);
  const wanted = [...new Set(finder.findLabelSelectors(ref).flatMap((one) => one[label] ?? []))];
  const isModelOfTargets = label === context.engine.modelLabel;
  const names = isModelOfTargets ? context.engine.detectionMetrics : [name];
  const ofProcess = buildTargetSelectors(names, context);
  const of = joinRangeCalls(ofProcess, "last_over_time", evaluationWindows.headlineWindowMs);
  if (of === undefined || wanted.length === 0) return undefined;
  const promql = printPromql({ kind: "aggregate", name: "group", by: [label], operand: of });
  const location = formatSelectorLocation(context.deployment);
  return {
    promql,
    metricName: name,
    modelLabel: label,
    expectedModels: wanted,
    isModelOfTargets,
    selectorLocation: location,
    fallbackSentence: formatDisappearedSentence(name),
  };
}

/**
 * Returns why the selectors match no series: the metric has other values of its model label. Undefined if
 * the metric has no series at all.
 */
export function formatOtherLabelSentence(
  { metricName, modelLabel, expectedModels, selectorLocation, isModelOfTargets }: ModelLabelProbe,
  samples: readonly InstantSample[],
): string | undefined {
  if (samples.length === 0) return undefined;
  const values = [...new Set(samples.map(({ labels }) => labels[modelLabel] ?? ""))].toSorted();
  if (expectedModels.some((value) => values.includes(value))) return undefined;
  if (isModelOfTargets) return formatOtherModelSentence(values, expectedModels);
  const quoted = values.filter((value) => value !== "").map((value) => `"${value}"`);
  const more = quoted.length - maxListedValues;
  const list = [...quoted.slice(0, maxListedValues), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const [actualValue, fix] =
    list === ""
      ? [`they have no label ${modelLabel}`, "a different label"]
      : [`their ${modelLabel} is ${list}`, `the actual ${modelLabel}`];
  return `${metricName} exists, but none of its series has ${modelLabel}="${expectedModels.join('" or "')}": ${actualValue}. Add a selector with ${fix} ${selectorLocation}.`;
}
