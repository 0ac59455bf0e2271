/**
 * Splitting an answer by a label: which values are the largest, and each value's columns of a query that kept them apart. One
 * query serves all named values; the others together are a second one.
 */
import { exporterById } from "@/lib/engines";
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import { signalDefinition, type SignalId, type SignalOf } from "@/lib/model/signals";
import type { Columns } from "./columns";
import { printPromql } from "./promql";
import {
  aggregated,
  attachmentFinder,
  engineFinder,
  type Finder,
  type Over,
  type Place,
} from "./scope-selectors";

/** As many colours as can be told apart. */
export const mostNamed = 8;

export interface Ranking {
  /** Answers with the largest values, labelled. */
  readonly top: string;
  /** Answers with how many values there are. */
  readonly count: string;
  readonly rule: string;
}

interface Measure {
  readonly ref: MetricRef;
  readonly over: Pick<Over, "call" | "aggregate"> & { readonly suffix?: string };
  readonly rule: string;
}

const counted = { call: "increase", aggregate: "sum" } as const;
const level = { call: "avg_over_time", aggregate: "sum" } as const;

/** What a value's size is measured by; undefined where nothing can be. */
function measureOf(recipe: Recipe): Measure | undefined {
  switch (recipe.kind) {
    case "histogram":
    case "summary":
      return {
        ref: recipe.metric,
        over: { ...counted, suffix: "_count" },
        rule: "most observations in the window",
      };
    case "mean-only":
      return { ref: recipe.count, over: counted, rule: "most observations in the window" };
    case "counter":
      return (
        recipe.alternatives[0] && {
          ref: recipe.alternatives[0],
          over: counted,
          rule: "largest total in the window",
        }
      );
    case "gauge":
      return { ref: recipe.metric, over: level, rule: "largest mean of the window" };
    case "level-ratio":
      return { ref: recipe.whole, over: level, rule: "largest mean of the window" };
    case "rate-ratio":
      return (
        recipe.wholes[0] && { ref: recipe.wholes[0], over: counted, rule: "largest total in the window" }
      );
    case "rate-level":
      return (
        recipe.metrics[0] && { ref: recipe.metrics[0], over: counted, rule: "largest total in the window" }
      );
    case "not-exposed":
      return undefined;
  }
}

function answering(
  signal: SignalId,
  place: Place,
): { readonly recipe: Recipe; readonly finder: Finder } | undefined {
  const { family } = signalDefinition(signal);
  if (family === "engine")
    return { recipe: place.engine.signals[signal as SignalOf<"engine">], finder: engineFinder(place) };
  for (const { exporter, selectors } of place.deployment.attachments) {
    const known = exporterById(exporter);
    const recipe = (known.signals as Readonly<Record<string, Recipe>>)[signal];
    if (known.family === family && recipe !== undefined && recipe.kind !== "not-exposed")
      return { recipe, finder: attachmentFinder(selectors, place) };
  }
  return undefined;
}

/** How the values of `label` are ranked for a signal over the last `windowMs`; undefined where the signal has no series. */
export function compileRanking(
  signal: SignalId,
  place: Place,
  { label, windowMs }: { readonly label: string; readonly windowMs: number },
): Ranking | undefined {
  const found = answering(signal, place);
  const measure = found && measureOf(found.recipe);
  if (found === undefined || measure === undefined) return undefined;
  const finder: Finder = { ...found.finder, by: [label] };
  const of = aggregated(measure.ref, finder, { ...measure.over, windowMs });
  if (of === undefined) return undefined;
  return {
    top: printPromql({ kind: "topk", count: mostNamed, of }),
    count: printPromql({ kind: "aggregate", name: "count", by: [], of }),
    rule: measure.rule,
  };
}

/** The rows of one value, as if nothing else had been asked. */
export function columnsOf(columns: Columns, label: string, value: string): Columns {
  return {
    pointCount: columns.pointCount,
    rows: (promql) => columns.rows(promql).filter(({ labels }) => (labels[label] ?? "") === value),
  };
}
