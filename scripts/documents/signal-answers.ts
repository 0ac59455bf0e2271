/**
 * Text per engine, exporter and signal: the metrics from which the signal is computed, or the reason why it is not
 * available, and its caveat.
 */
import { engines, exporters } from "@/lib/engines";
import type { MeanRecipe, MetricRef, Recipe } from "@/lib/engines/definitions/recipe";

/** Signals of one engine or exporter for `docs/signals.md`. */
export interface SignalDocumentation {
  readonly title: string;
  /** Setting that enables the metrics. */
  readonly howToEnableMetrics: string | undefined;
  readonly rows: readonly SignalDocumentationRow[];
}

export interface SignalDocumentationRow {
  readonly signal: string;
  /** Metrics from which the signal is computed, or the reason why it is not available. */
  readonly metricsOrReason: string;
  readonly caveat: string;
}

interface SignalSource {
  readonly title: string;
  readonly howToEnableMetrics?: string;
  readonly signals: Readonly<Record<string, Recipe>>;
  readonly caveats?: Readonly<Record<string, string>>;
}

/** Returns the rows of all engines, then all exporters, in the order of their lists. */
export function listSignalDocumentation(): readonly SignalDocumentation[] {
  return [...engines, ...exporters].map(({ title, signals, caveats = {}, ...rest }: SignalSource) => ({
    title,
    howToEnableMetrics: rest.howToEnableMetrics,
    rows: Object.entries(signals).map(([signal, recipe]) => ({
      signal,
      metricsOrReason: answerOf(recipe),
      caveat: caveats[signal] ?? "",
    })),
  }));
}

function answerOf(recipe: Recipe): string {
  if (recipe.kind === "not-exposed") return withFlag(`not exposed: ${recipe.reason}`, recipe.howToEnable);
  if (recipe.kind === "mean-only")
    return `mean only: ${ratioText([recipe.sum], [recipe.count])}${scaleText(recipe.scale)}. ${recipe.percentilesAbsentReason}`;
  return withFlag(metricsOf(recipe), recipe.howToEnable);
}

const fallbackOf = ({ fallback }: Extract<Recipe, { kind: "counter" }>): readonly MetricRef[] =>
  fallback === undefined ? [] : [fallback];

function metricsOf(recipe: Exclude<Recipe, { kind: "not-exposed" | "mean-only" }>): string {
  switch (recipe.kind) {
    case "histogram":
      return `${metricText(recipe.metric)}${scaleText(recipe.scale)}${recipe.mean === undefined ? "" : meanOf(recipe.mean)}`;
    case "summary":
    case "gauge":
      return `${metricText(recipe.metric)}${scaleText(recipe.scale)}`;
    case "counter":
      return `${[[...recipe.alternatives, ...fallbackOf(recipe)].map(metricText).join(", else "), ...(recipe.addedCounters ?? []).map(metricText)].join(" + ")}${scaleText(recipe.scale)}`;
    case "gauge-ratio":
      return `${recipe.isComplement === true ? "1 minus " : ""}${ratioText([recipe.numerator], [recipe.denominator])}`;
    case "rate-ratio":
      return `${recipe.isComplement === true ? "1 minus " : ""}${ratioText(recipe.numerators, recipe.denominators)}${scaleText(recipe.scale)}`;
    case "spread":
      return `largest divided by mean of ${recipe.denominator === null ? metricText(recipe.numerator) : ratioText([recipe.numerator], [recipe.denominator])}, minus 1`;
    case "rate-as-gauge":
      return recipe.takesLargest === true
        ? `largest rate of ${recipe.metrics.map(metricText).join(", ")}${scaleText(recipe.scale)}`
        : `rate of ${sumText(recipe.metrics)}${scaleText(recipe.scale)}`;
  }
}

function meanOf({ numerator, minuend, subtrahend }: MeanRecipe): string {
  return `; mean: ${bracketed([numerator])} ÷ (${bracketed([minuend])} − ${bracketed([subtrahend])})`;
}

const withFlag = (text: string, flag: string | undefined): string =>
  flag === undefined ? text : `${text} (${flag})`;
const scaleText = (scale = 1): string => (scale === 1 ? "" : ` × ${scale}`);
const sumText = (refs: readonly MetricRef[]): string => refs.map(metricText).join(" + ");

/** Returns the sum, in brackets when several names or metrics need grouping. */
function bracketed(refs: readonly MetricRef[]): string {
  const isSingle = refs.length === 1 && refs[0]?.names.length === 1;
  return isSingle ? sumText(refs) : `(${sumText(refs)})`;
}

const ratioText = (parts: readonly MetricRef[], wholes: readonly MetricRef[]): string =>
  `${bracketed(parts)} ÷ ${bracketed(wholes)}`;

/** Returns the names of all versions, newest first, with their label matchers. */
function metricText({ names, matchers = [] }: MetricRef): string {
  const labels = matchers.map(({ label, operator, value }) => `${label}${operator}"${value}"`).join(",");
  return names.map((name) => `\`${name}${labels === "" ? "" : `{${labels}}`}\``).join(" or ");
}
