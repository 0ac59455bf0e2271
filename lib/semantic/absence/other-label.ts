/**
 * Finds metrics that exist under another model label. Engines name the model with different labels in different
 * metrics, and such a label may have another value than the selectors. Queried only when a metric seems to have
 * disappeared.
 */
import type { InstantSample } from "@/lib/model/grid";
import type { SignalId } from "@/lib/model/signals/signals";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { joinRangeCalls } from "@/lib/semantic/compile/aggregate-metric";
import { findProvider } from "@/lib/semantic/compile/compile";
import { printPromql } from "@/lib/semantic/compile/promql";
import { formatSelectorLocation } from "./no-series";
import { formatDisappearedSentence, findRecipeMetric, findObservedName } from "./name-history";
import {
  findEngineSeriesFinder,
  findSeries,
  type QueryContext,
} from "@/lib/semantic/compile/scope-selectors";

export interface ModelLabelProbe {
  readonly promql: string;
  readonly metricName: string;
  readonly modelLabel: string;
  readonly expectedModels: readonly string[];
  /** Where an operator edits the selectors. */
  readonly selectorLocation: string;
  /** Sentence to display until the query has returned. */
  readonly fallbackSentence: string;
}

const maxListedValues = 3;

/**
 * Returns a query for whether a signal's metric exists with another value of its model label; undefined when no label
 * names the model.
 */
export function planModelLabelProbe(signal: SignalId, context: QueryContext): ModelLabelProbe | undefined {
  const recipe = findProvider(signal, context)?.recipe;
  const ref = recipe && findRecipeMetric(recipe);
  const name = recipe && findObservedName(recipe, new Set(context.deployment.metricNames));
  const label = ref?.modelLabel ?? context.engine.modelLabel;
  if (ref === undefined || name === undefined || label === null) return undefined;
  const finder = findEngineSeriesFinder(context);
  const wanted = [...new Set(finder.findLabelSelectors(ref).flatMap((one) => one[label] ?? []))];
  const ofProcess = findSeries({ names: [name], placement: "process" }, finder);
  const of = joinRangeCalls(ofProcess, "last_over_time", evaluationWindows.headlineWindowMs);
  if (of === undefined || wanted.length === 0) return undefined;
  const promql = printPromql({ kind: "aggregate", name: "group", by: [label], operand: of });
  const location = formatSelectorLocation(context.deployment);
  return {
    promql,
    metricName: name,
    modelLabel: label,
    expectedModels: wanted,
    selectorLocation: location,
    fallbackSentence: formatDisappearedSentence(name),
  };
}

/**
 * Returns why the selectors match no series; undefined when the metric has no series at all, so that it has
 * disappeared.
 */
export function formatOtherLabelSentence(
  { metricName, modelLabel, expectedModels, selectorLocation }: ModelLabelProbe,
  samples: readonly InstantSample[],
): string | undefined {
  if (samples.length === 0) return undefined;
  const values = [...new Set(samples.map(({ labels }) => labels[modelLabel] ?? ""))].toSorted();
  if (expectedModels.some((value) => values.includes(value))) return undefined;
  const quoted = values.filter((value) => value !== "").map((value) => `"${value}"`);
  const more = quoted.length - maxListedValues;
  const list = [...quoted.slice(0, maxListedValues), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const [actualValue, fix] =
    list === ""
      ? [`they have no label ${modelLabel}`, "a different label"]
      : [`their ${modelLabel} is ${list}`, `the actual ${modelLabel}`];
  return `${metricName} exists, but none of its series has ${modelLabel}="${expectedModels.join('" or "')}": ${actualValue}. Add a selector with ${fix} ${selectorLocation}.`;
}
