/**
 * Text per engine, exporter and signal: the metrics from which the signal is computed, or the reason why it is not
 * available, its requirement, and its note.
 */
import { detectableEngines, exporters } from "@/lib/engines";
import type { CounterMeanRecipe, MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { signals } from "@/lib/model/signals/signals";
import { sectionIntroductions } from "./signal-introductions";

/** Signals of one engine or exporter for `docs/signals.md`. */
export interface SignalDocumentation {
  readonly title: string;
  /** Sentences below the title: how to enable the metrics, and when the section applies. */
  readonly introduction: string | undefined;
  readonly rows: readonly SignalDocumentationRow[];
}

/** Row of the table of an engine or exporter in `docs/signals.md`. */
export interface SignalDocumentationRow {
  /** Ids of all signals with the same text, in the order of the catalogue. */
  readonly signals: readonly string[];
  /** Metrics from which the signal is computed, or the reason why it is not available. */
  readonly metricsOrReason: string;
  /** How to enable the metrics, or how to start the engine so that it exposes them. */
  readonly requirement: string;
  readonly note: string;
}

type RowText = Omit<SignalDocumentationRow, "signals">;

interface SignalSource {
  readonly id: string;
  readonly title: string;
  readonly howToEnableMetrics?: string;
  readonly signals: Readonly<Record<string, Recipe>>;
  readonly caveats?: Readonly<Record<string, string>>;
}

/** Returns the sections of all engines, then all exporters. Signals with the same text share a row. */
export function listSignalDocumentation(): readonly SignalDocumentation[] {
  return [
    ...detectableEngines.map((engine) => documentSource(engine, sectionIntroductions.engines[engine.id])),
    ...exporters.map((exporter) => documentSource(exporter, sectionIntroductions.exporters[exporter.id])),
  ];
}

function documentSource(source: SignalSource, introduction: string | undefined): SignalDocumentation {
  const sentences = [source.howToEnableMetrics, introduction].filter((text) => text !== undefined);
  return {
    title: source.title,
    introduction: sentences.length === 0 ? undefined : sentences.join(" "),
    rows: listRows(source),
  };
}

function listRows({ signals: recipes, caveats = {} }: SignalSource): readonly SignalDocumentationRow[] {
  const rowsByText = new Map<string, SignalDocumentationRow>();
  for (const { id } of signals) {
    const recipe = recipes[id];
    if (recipe === undefined) continue;
    const text = describeRecipe(recipe, caveats[id]);
    const key = JSON.stringify(text);
    const earlier = rowsByText.get(key)?.signals ?? [];
    rowsByText.set(key, { ...text, signals: [...earlier, id] });
  }
  return [...rowsByText.values()];
}

function describeRecipe(recipe: Recipe, caveat: string | undefined): RowText {
  if (recipe.kind === "not-exposed")
    return {
      metricsOrReason: `not available: ${recipe.reason}`,
      requirement: recipe.howToEnable ?? "",
      note: caveat ?? "",
    };
  if (recipe.kind === "mean-only")
    return {
      metricsOrReason: `mean only: ${scaled(ratioText([recipe.sum], [recipe.count]), recipe.scale)}`,
      requirement: "",
      note: [recipe.percentilesAbsentReason, caveat].filter((text) => text !== undefined).join(" "),
    };
  return {
    metricsOrReason: metricsOf(recipe),
    requirement: recipe.howToEnable ?? "",
    note: caveat ?? "",
  };
}

function metricsOf(recipe: Exclude<Recipe, { kind: "not-exposed" | "mean-only" }>): string {
  switch (recipe.kind) {
    case "histogram":
      return `${scaledMetric(recipe.metric, recipe.scale)}${recipe.mean === undefined ? "" : meanOf(recipe.mean)}`;
    case "summary":
    case "gauge":
      return scaledMetric(recipe.metric, recipe.scale);
    case "counter":
      return counterText(recipe);
    case "gauge-ratio":
      return complementOf(recipe.isComplement, ratioText([recipe.numerator], [recipe.denominator]));
    case "rate-ratio":
      return scaled(
        complementOf(recipe.isComplement, ratioText(recipe.numerators, recipe.denominators)),
        recipe.scale,
      );
    case "spread":
      return `largest divided by mean of ${recipe.denominator === null ? metricText(recipe.numerator) : ratioText([recipe.numerator], [recipe.denominator])}, minus 1`;
    case "rate-as-gauge":
      return recipe.takesLargest === true
        ? scaled(`largest of the rates of ${recipe.metrics.map(metricText).join(" and ")}`, recipe.scale)
        : scaled(`rate of ${sumText(recipe.metrics)}`, recipe.scale);
  }
}

function counterText(recipe: Extract<Recipe, { kind: "counter" }>): string {
  const { alternatives, fallback, addedCounters = [], scale } = recipe;
  const choices = [...alternatives, ...(fallback === undefined ? [] : [fallback])];
  if (addedCounters.length === 0 && choices.length === 1 && choices[0] !== undefined)
    return scaledMetric(choices[0], scale);
  const chosen = choices.map(metricText).join(", else ");
  const isSum = addedCounters.length > 0;
  const first = isSum && choices.length > 1 ? `(${chosen})` : isSum ? joinInBrackets(choices) : chosen;
  return scaled([first, ...addedCounters.map((ref) => joinInBrackets([ref]))].join(" + "), scale);
}

function meanOf({ numerator, minuend, subtrahend }: CounterMeanRecipe): string {
  return `. Mean: ${joinInBrackets([numerator])} ÷ (${joinInBrackets([minuend])} − ${joinInBrackets([subtrahend])})`;
}

const complementOf = (isComplement: true | undefined, ratio: string): string =>
  isComplement === true ? `1 − ${ratio}` : ratio;

/** Returns the text multiplied by `scale`, in brackets; without a factor when `scale` is 1. */
const scaled = (text: string, scale = 1): string => (scale === 1 ? text : `(${text}) × ${scale}`);
const scaledMetric = (ref: MetricRef, scale = 1): string =>
  scale === 1 ? metricText(ref) : `${joinInBrackets([ref])} × ${scale}`;
/** Returns the metrics joined by plus signs; each metric with several names is in brackets. */
const sumText = (refs: readonly MetricRef[]): string =>
  refs.length === 1 ? refs.map(metricText).join("") : refs.map((ref) => joinInBrackets([ref])).join(" + ");

/** Returns the sum, in brackets when several names or metrics need grouping. */
function joinInBrackets(refs: readonly MetricRef[]): string {
  const isSingle = refs.length === 1 && refs[0]?.names.length === 1;
  return isSingle ? sumText(refs) : `(${sumText(refs)})`;
}

const ratioText = (parts: readonly MetricRef[], wholes: readonly MetricRef[]): string =>
  `${joinInBrackets(parts)} ÷ ${joinInBrackets(wholes)}`;

/** Returns the names of all versions, in order of preference, with their label matchers. */
function metricText({ names, matchers = [] }: MetricRef): string {
  const labels = matchers.map(({ label, operator, value }) => `${label}${operator}"${value}"`).join(",");
  return names.map((name) => `\`${name}${labels === "" ? "" : `{${labels}}`}\``).join(" or ");
}
