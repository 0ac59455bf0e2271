/** A correlation as text: one sentence with the conclusion, the figures, and warnings. */
import type { Correlation, CorrelationEstimate } from "@/lib/analysis/statistics/series/correlation";
import type { SignalRelation } from "@/lib/analysis/statistics/series/signal-relation";
import { countWithNoun, isPlural } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";
import { toSentence } from "@/lib/format/sentence";
import { formatDuration } from "@/lib/format/time";
import { formatCoefficient, strengthText } from "./strength-text";

/** Titles of the two correlated signals. */
export interface SignalTitles {
  readonly x: string;
  readonly y: string;
}

type Known = Extract<Correlation, { kind: "correlation" }>;

const certainty = 0.95;

const includesZero = ({ lower, upper }: CorrelationEstimate): boolean => lower <= 0 && upper >= 0;

/**
 * Words for the size of a coefficient, largest first. A coefficient below the last boundary is negligible. The boundaries
 * are one of several conventions. Schober, Boer and Schwarte (Anesthesia & Analgesia 126, 2018, 1763–1768) list them as
 * an example and warn against applying them strictly.
 */
const strengthBands = [
  [0.9, "very strongly"],
  [0.7, "strongly"],
  [0.4, "moderately"],
  [0.1, "weakly"],
] as const;

/** Sentence that defines "weak", "moderate" and "strong", displayed with `relationSentence`. */
export const strengthScaleSentence = `The words for strength are a convention: ${strengthBands
  .map(([from, word]) => `${word} from ${from}`)
  .toReversed()
  .join(", ")}.`;

const bandOf = (size: number): string | undefined => strengthBands.find(([from]) => size >= from)?.[1];

/**
 * Returns the word for the end of the interval that is nearer to 0: " at least weakly", or ", perhaps negligibly,".
 */
function degreeText({ value, lower, upper }: CorrelationEstimate): string {
  const [near, far] = value > 0 ? [lower, upper] : [-upper, -lower];
  const lowerBand = bandOf(near);
  if (lowerBand === undefined) return ", perhaps negligibly,";
  return bandOf(far) === lowerBand ? ` ${lowerBand}` : ` at least ${lowerBand}`;
}

const verbOf = (name: string, verb: string): string => (isPlural(name) ? verb : `${verb}s`);

/**
 * Returns whether two signals are correlated and how strongly, by Spearman's coefficient, which assumes no
 * linear relation and is robust to outliers.
 */
export function relationSentence(
  { correlation }: Pick<SignalRelation, "correlation">,
  { x, y }: SignalTitles,
): string {
  switch (correlation.kind) {
    case "too-few":
      return `Inconclusive: only ${countWithNoun(correlation.n, "point has", "points have")} both values, at least ${correlation.required} are required.`;
    case "no-spread":
      return correlation.constantSeries === "both"
        ? `Inconclusive: neither ${x} nor ${y} changed in this window.`
        : `Inconclusive: ${correlation.constantSeries === "x" ? x : y} did not change in this window.`;
    case "correlation": {
      const { spearman } = correlation;
      if (includesZero(spearman))
        return `No correlation between ${y} and ${x} was found: the ${certainty * 100} % interval of Spearman's coefficient, ${formatCoefficient(spearman.lower)} to ${formatCoefficient(spearman.upper)}, includes 0.`;
      return `${y} ${verbOf(y, spearman.value > 0 ? "rise" : "fall")}${degreeText(spearman)} with ${x}: Spearman ${strengthText(spearman)}.`;
    }
  }
}

/**
 * Returns names and values of the correlation coefficients and the best lag. Empty if none could be
 * computed.
 */
export function relationFacts(
  { correlation, lag, stepMs }: SignalRelation,
  names: SignalTitles,
): readonly (readonly [name: string, value: string])[] {
  if (correlation.kind !== "correlation") return [];
  const { n, effectiveN } = correlation;
  return [
    ["Spearman", strengthText(correlation.spearman)],
    ["Pearson", strengthText(correlation.pearson)],
    ["Pairs, n", formatCount(n)],
    ["Effective n", formatCount(effectiveN)],
    ["Best lag", lag.kind === "lag" ? lagText(lag, stepMs, names) : "inconclusive"],
  ];
}

function lagText(
  { lag, value, valueAtZero, isSignificant }: Extract<SignalRelation["lag"], { kind: "lag" }>,
  stepMs: number,
  { x, y }: SignalTitles,
): string {
  if (!isSignificant) return "not significant";
  if (lag === 0) return `none: both change at the same time (r ${formatCoefficient(value)})`;
  const [leads, follows] = lag > 0 ? [x, y] : [y, x];
  const without = valueAtZero === null ? "" : `, ${formatCoefficient(valueAtZero)} without lag`;
  return `${follows} ${verbOf(follows, "follow")} ${leads} by ${formatDuration(Math.abs(lag) * stepMs)} (r ${formatCoefficient(value)}${without})`;
}

/** With fewer independent pairs, an interval is not reliable. */
const fewIndependent = 20;

/** Returns warnings about a correlation, such as a common trend, most important first. */
export function relationWarnings(
  { correlation, trend }: SignalRelation,
  names: SignalTitles,
): readonly string[] {
  if (correlation.kind !== "correlation") return missingValueWarnings(correlation);
  return [
    ...trendWarnings(trend, names),
    ...effectiveSampleWarnings(correlation),
    ...missingValueWarnings(correlation),
  ];
}

function effectiveSampleWarnings({ n, effectiveN }: Known): readonly string[] {
  if (effectiveN >= fewIndependent) return [];
  return [
    `Neighbouring points are autocorrelated: ${formatCount(n)} pairs contain as much information as about ${countWithNoun(effectiveN, "independent pair")}. Choose a longer window before you act on this result.`,
  ];
}

function missingValueWarnings({ incompletePairs }: Correlation): readonly string[] {
  if (incompletePairs === 0) return [];
  return [
    `${countWithNoun(incompletePairs, "point was", "points were")} excluded because one of the values is missing.`,
  ];
}

function trendWarnings(trend: SignalRelation["trend"], { x, y }: SignalTitles): readonly string[] {
  if (trend.kind !== "shared-trend" && trend.kind !== "both-slow") return [];
  const why =
    trend.kind === "shared-trend"
      ? `${x} and ${y} both have a trend in this window. Any two signals with a trend appear correlated.`
      : `${x} and ${y} both change slowly. Slow signals can appear correlated by chance.`;
  return [toSentence(`${why} ${changesText(trend.isConfirmedByDifferences)}`)];
}

function changesText(survives: boolean | null): string {
  if (survives === null) return "Their point-to-point changes could not be compared.";
  return survives
    ? "Their point-to-point changes are correlated too, which a trend cannot cause."
    : "Their point-to-point changes are not correlated, so the trend alone may cause this result.";
}
