/** What each engine and exporter answers for each signal, in words: the metrics it is had from, or why it is not, and the caveat. */
import { engines, exporters } from "@/lib/engines";
import type { MeanRecipe, MetricRef, Recipe } from "@/lib/engines/recipe";

export interface Answers {
  readonly title: string;
  /** What turns its metrics on at all. */
  readonly turnedOnBy: string | undefined;
  readonly rows: readonly SignalAnswer[];
}

export interface SignalAnswer {
  readonly signal: string;
  readonly answer: string;
  readonly caveat: string;
}

interface Answering {
  readonly title: string;
  readonly turnedOnBy?: string;
  readonly signals: Readonly<Record<string, Recipe>>;
  readonly caveats?: Readonly<Record<string, string>>;
}

/** Engines first, then exporters, in the order of their lists. */
export function signalAnswers(): readonly Answers[] {
  return [...engines, ...exporters].map(({ title, signals, caveats = {}, ...rest }: Answering) => ({
    title,
    turnedOnBy: rest.turnedOnBy,
    rows: Object.entries(signals).map(([signal, recipe]) => ({
      signal,
      answer: answerOf(recipe),
      caveat: caveats[signal] ?? "",
    })),
  }));
}

function answerOf(recipe: Recipe): string {
  if (recipe.kind === "not-exposed") return withFlag(`not exposed: ${recipe.reason}`, recipe.flag);
  if (recipe.kind === "mean-only")
    return `mean only: ${over([recipe.sum], [recipe.count])}${times(recipe.scale)}. ${recipe.why}`;
  return withFlag(metricsOf(recipe), recipe.flag);
}

const standInOf = ({ standIn }: Extract<Recipe, { kind: "counter" }>): readonly MetricRef[] =>
  standIn === undefined ? [] : [standIn];

function metricsOf(recipe: Exclude<Recipe, { kind: "not-exposed" | "mean-only" }>): string {
  switch (recipe.kind) {
    case "histogram":
      return `${said(recipe.metric)}${times(recipe.scale)}${recipe.mean === undefined ? "" : meanOf(recipe.mean)}`;
    case "summary":
    case "gauge":
      return `${said(recipe.metric)}${times(recipe.scale)}`;
    case "counter":
      return `${[[...recipe.alternatives, ...standInOf(recipe)].map(said).join(", else "), ...(recipe.plus ?? []).map(said)].join(" + ")}${times(recipe.scale)}`;
    case "level-ratio":
      return `${recipe.complement === true ? "1 less " : ""}${over([recipe.part], [recipe.whole])}`;
    case "rate-ratio":
      return `${recipe.complement === true ? "1 less " : ""}${over(recipe.parts, recipe.wholes)}${times(recipe.scale)}`;
    case "spread":
      return `largest over mean of ${recipe.whole === null ? said(recipe.part) : over([recipe.part], [recipe.whole])}, less 1`;
    case "rate-level":
      return recipe.largest === true
        ? `largest rate of ${recipe.metrics.map(said).join(", ")}${times(recipe.scale)}`
        : `rate of ${sum(recipe.metrics)}${times(recipe.scale)}`;
  }
}

function meanOf({ numerator, minuend, subtrahend }: MeanRecipe): string {
  return `; mean: ${bracketed([numerator])} ÷ (${bracketed([minuend])} − ${bracketed([subtrahend])})`;
}

const withFlag = (text: string, flag: string | undefined): string =>
  flag === undefined ? text : `${text} (${flag})`;
const times = (scale = 1): string => (scale === 1 ? "" : ` × ${scale}`);
const sum = (refs: readonly MetricRef[]): string => refs.map(said).join(" + ");

/** In brackets where several names or metrics would run into the arithmetic around them. */
function bracketed(refs: readonly MetricRef[]): string {
  const isSingle = refs.length === 1 && refs[0]?.names.length === 1;
  return isSingle ? sum(refs) : `(${sum(refs)})`;
}

const over = (parts: readonly MetricRef[], wholes: readonly MetricRef[]): string =>
  `${bracketed(parts)} ÷ ${bracketed(wholes)}`;

/** Names of all versions, newest first, and the labels that narrow them. */
function said({ names, matches = [] }: MetricRef): string {
  const labels = matches.map(({ label, operator, value }) => `${label}${operator}"${value}"`).join(",");
  return names.map((name) => `\`${name}${labels === "" ? "" : `{${labels}}`}\``).join(" or ");
}
