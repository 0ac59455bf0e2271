/**
 * The history of series that a deployment exposed at some time. Metric names and counted outcomes are recorded, so a
 * series that appears with its first event remains known when a restart removes it.
 */
import { ownValue } from "@/lib/base/own-value";
import type { Engine } from "@/lib/engines/definitions/engine";
import type { LabelMatcher, MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { finishReasonLabels } from "@/lib/engines/definitions/outcomes";
import { toMetricNameSet } from "./known-names";
import { metricSelector, printPromql } from "./promql";

/**
 * Returns the entries of a deployment's metric history that prove that a series of the metric was observed.
 * Without matchers, these are its names.
 */
export function listHistoryEntries({ names, matchers = [] }: MetricRef): readonly string[] {
  return names.map((name) => (matchers.length === 0 ? name : printPromql(metricSelector(name, matchers))));
}

/**
 * Returns whether an entry of the metric history is a metric name. Other entries are selectors such as
 * `requests_total{finish_reason="abort"}`.
 */
export function isMetricName(entry: string): boolean {
  return !entry.endsWith("}");
}

/** Returns the entry that shows that a metric has a label. */
const labelEntry = (name: string, label: string): string =>
  printPromql(metricSelector(name, [{ label, operator: "!=", value: "" }]));

/**
 * Returns entries of the metric history that record which request outcomes a series has, such as finish reasons. Empty
 * for a series without a label for the outcome.
 */
export function listOutcomeEntries(
  { signals, outcomeLabels = [] }: Pick<Engine, "signals" | "outcomeLabels">,
  labels: Readonly<Record<string, string>>,
): readonly string[] {
  const name = labels["__name__"] ?? "";
  const present = outcomeLabels.filter((label) => (labels[label] ?? "") !== "");
  if (present.length === 0) return [];
  const outcomes = listRecordedOutcomes({ signals })
    .filter(
      ({ names, matchers }) => names.includes(name) && matchers?.every((match) => isMatch(match, labels)),
    )
    .flatMap((ref) => listHistoryEntries({ ...ref, names: [name] }));
  return [...present.map((label) => labelEntry(name, label)), ...outcomes];
}

/**
 * Returns the outcomes that the metric history records, because their series prove that an engine counts
 * them.
 */
export function listRecordedOutcomes({ signals }: Pick<Engine, "signals">): readonly MetricRef[] {
  return Object.values(signals).flatMap((recipe: Recipe) =>
    recipe.kind === "counter" ? outcomesOf(recipe) : [],
  );
}

/** Returns the label with the finish reason of requests that a deployment exposes; null when its engine has none. */
export function findFinishReasonLabel(
  { finishReasonLabel, signals }: Pick<Engine, "finishReasonLabel" | "signals">,
  { metricNames }: { readonly metricNames: readonly string[] },
): string | null {
  const { requests } = signals;
  if (finishReasonLabel === undefined || requests.kind !== "counter") return null;
  const known = toMetricNameSet({ metricNames });
  const names = requests.alternatives.flatMap((ref) => ref.names);
  const labels = [finishReasonLabel, ...finishReasonLabels];
  return (
    labels.find((label) => names.some((name) => known.has(labelEntry(name, label)))) ?? finishReasonLabel
  );
}

function outcomesOf({
  alternatives,
  countingTargetSeries = [],
}: Extract<Recipe, { kind: "counter" }>): readonly MetricRef[] {
  const observed = alternatives.flatMap((ref) =>
    ref.zeroUntilFirstEvent === undefined ? [] : [ref.zeroUntilFirstEvent.onceObserved ?? ref],
  );
  return [...countingTargetSeries, ...observed].filter(({ matchers }) => matchers !== undefined);
}

/** A missing label equals an empty one, as in PromQL. */
function isMatch(
  { label, operator, value }: LabelMatcher,
  labels: Readonly<Record<string, string>>,
): boolean {
  const actual = ownValue(labels, label) ?? "";
  const isNegative = operator === "!=" || operator === "!~";
  const isEqual =
    operator === "=" || operator === "!=" ? actual === value : new RegExp(`^(?:${value})$`).test(actual);
  return isEqual !== isNegative;
}
