/** Which labels a deployment's signals can be split by: those whose values differ among its series. */
import type { Recipe } from "@/lib/engines/recipe";
import { signalsOf } from "@/lib/model/signals";
import { anyOf, printPromql } from "./promql";
import { engineFinder, seriesOf, type Place } from "./scope-selectors";

export interface SplitLabel {
  readonly name: string;
  readonly valueCount: number;
  readonly examples: readonly string[];
  readonly isMore: boolean;
}

/** Series looked at for each metric: enough to meet every label, few enough for any source. */
export const mostSeries = 500;
const mostExamples = 3;
/** Labels that name the metric's own parts, not who or where. */
const ownParts = new Set(["__name__", "le", "quantile"]);

/** Queries that answer with whole series: one for each kind of metric, since an engine labels them differently. */
export function compileLabelProbes(place: Place): readonly string[] {
  const finder = engineFinder(place);
  const probes = signalsOf("engine").flatMap((signal) => {
    const probe = probeOf(place.engine.signals[signal]);
    if (probe === undefined) return [];
    const series = seriesOf(probe.ref, finder, probe.suffix);
    return series.length === 0 ? [] : [printPromql({ kind: "topk", count: mostSeries, of: anyOf(series) })];
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
    default:
      return undefined;
  }
}

/** Labels with at least two values, by name. */
export function splitLabels(series: readonly Readonly<Record<string, string>>[]): readonly SplitLabel[] {
  const values = new Map<string, Set<string>>();
  for (const labels of series) {
    for (const [name, value] of Object.entries(labels)) {
      if (!ownParts.has(name)) values.set(name, (values.get(name) ?? new Set<string>()).add(value));
    }
  }
  return [...values]
    .filter(([, distinct]) => distinct.size > 1)
    .map(([name, distinct]) => ({
      name,
      valueCount: distinct.size,
      examples: [...distinct].toSorted().slice(0, mostExamples),
      isMore: distinct.size >= mostSeries,
    }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}
