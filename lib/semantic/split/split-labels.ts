/** Finds the labels by which a deployment's signals can be split: labels that have different values in its series. */
import type { Recipe } from "@/lib/engines/definitions/recipe";
import { listSignalIds, type SignalId } from "@/lib/model/signals/signals";
import { isStructuralLabel } from "@/lib/model/signals/split-label";
import { findProvider } from "@/lib/semantic/compile/compile";
import { joinWithOr, printPromql } from "@/lib/semantic/compile/promql";
import { findSeriesSelectors, type QueryContext } from "@/lib/semantic/compile/scope-selectors";

/** Label by which the signals of a deployment can be split, with examples of its values. */
export interface SplitLabel {
  readonly name: string;
  readonly valueCount: number;
  readonly exampleValues: readonly string[];
  /** True if the label may have more values, because only a limited number of series was inspected. */
  readonly hasMoreValues: boolean;
}

/** Number of series inspected per metric: enough to find every label, and few enough for any source. */
const maxProbedSeries = 500;
const maxExamples = 3;

/**
 * Builds queries that return complete series with all labels, one per kind of metric, because an engine
 * labels them differently.
 */
export function buildLabelQueries(context: QueryContext): readonly string[] {
  // A training job has its series under its mapping and its exporters.
  const probedSignals: readonly SignalId[] = listSignalIds(
    context.engine.role === "training" ? "training" : "engine",
  );
  const probes = probedSignals.flatMap((signal) => {
    const answering = findProvider(signal, context);
    const probe = answering === undefined ? undefined : probeOf(answering.recipe);
    if (answering === undefined || probe === undefined) return [];
    const series = findSeriesSelectors(probe.ref, answering.finder, probe.suffix);
    return series.length === 0
      ? []
      : [printPromql({ kind: "topk", seriesCount: maxProbedSeries, operand: joinWithOr(series) })];
  });
  return [...new Set(probes)];
}

function probeOf(recipe: Recipe) {
  switch (recipe.kind) {
    case "histogram":
    case "summary":
      return { ref: recipe.metric, suffix: "_count" };
    case "counter":
      return recipe.alternatives[0] && { ref: recipe.alternatives[0], suffix: "" };
    case "gauge":
      return { ref: recipe.metric, suffix: "" };
    case "rate-ratio":
      return recipe.numerators[0] && { ref: recipe.numerators[0], suffix: "" };
    default:
      return undefined;
  }
}

/** Returns the labels with at least two values, sorted by name. */
export function listSplitLabels(series: readonly Readonly<Record<string, string>>[]): readonly SplitLabel[] {
  const values = new Map<string, Set<string>>();
  for (const labels of series) {
    for (const [name, value] of Object.entries(labels)) {
      if (!isStructuralLabel(name)) values.set(name, (values.get(name) ?? new Set<string>()).add(value));
    }
  }
  return [...values]
    .filter(([, distinct]) => distinct.size > 1)
    .map(([name, distinct]) => ({
      name,
      valueCount: distinct.size,
      exampleValues: [...distinct].toSorted().slice(0, maxExamples),
      hasMoreValues: distinct.size >= maxProbedSeries,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
