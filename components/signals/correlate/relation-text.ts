/** A relation in plain words: one sentence that answers, the facts behind it, and what may fake it. */
import type { Correlation, CorrelationEstimate } from "@/lib/analysis/statistics/correlation";
import type { SharedTrend } from "@/lib/analysis/statistics/shared-trend";
import { isPlural } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";
import { toSentence } from "@/lib/format/sentence";
import { formatDuration } from "@/lib/format/time";
import type { Relation } from "./relate";

export interface SideNames {
  readonly x: string;
  readonly y: string;
}

type Known = Extract<Correlation, { kind: "correlation" }>;

const signed = (value: number): string => value.toFixed(2).replace("-", "−");
const certainty = 0.95;

/** "0.71, 0.52 to 0.84". */
export function strengthText({ value, lower, upper }: CorrelationEstimate): string {
  return `${signed(value)}, ${signed(lower)} to ${signed(upper)}`;
}

const includesZero = ({ lower, upper }: CorrelationEstimate): boolean => lower <= 0 && upper >= 0;

/**
 * Words for the size of a coefficient, largest first; below the last it is negligible. Where one begins is a convention, not a
 * finding: these edges are one of several in use, listed as an example by Schober, Boer and Schwarte (Anesthesia & Analgesia 126,
 * 2018, 1763–1768), who warn of taking them strictly.
 */
const strengthBands = [
  [0.9, "very strongly"],
  [0.7, "strongly"],
  [0.4, "moderately"],
  [0.1, "weakly"],
] as const;

/** Where the words of `relationSentence` begin, told beside it. */
export const strengthScaleSentence = `Words for strength are a convention, others draw the lines elsewhere: ${strengthBands
  .map(([from, word]) => `${word} from ${from}`)
  .toReversed()
  .join(", ")}.`;

const bandOf = (size: number): string | undefined => strengthBands.find(([from]) => size >= from)?.[1];

/** Says no more than the interval's end next to 0 does: " at least weakly", or ", perhaps negligibly,". */
function degreeText({ value, lower, upper }: CorrelationEstimate): string {
  const [near, far] = value > 0 ? [lower, upper] : [-upper, -lower];
  const lowerBand = bandOf(near);
  if (lowerBand === undefined) return ", perhaps negligibly,";
  return bandOf(far) === lowerBand ? ` ${lowerBand}` : ` at least ${lowerBand}`;
}

const verbOf = (name: string, verb: string): string => (isPlural(name) ? verb : `${verb}s`);

/** By Spearman's coefficient: it needs no straight line and no single point moves it far. */
export function relationSentence(
  { correlation }: Pick<Relation, "correlation">,
  { x, y }: SideNames,
): string {
  switch (correlation.kind) {
    case "too-few":
      return `Cannot tell: ${correlation.n} points have both sides, and it takes ${correlation.required}.`;
    case "no-spread":
      return correlation.side === "both"
        ? `Cannot tell: neither ${x} nor ${y} changed in this window.`
        : `Cannot tell: ${correlation.side === "x" ? x : y} never changed in this window.`;
    case "correlation": {
      const { spearman } = correlation;
      if (includesZero(spearman))
        return `No relation between ${y} and ${x} is shown: the ${certainty * 100} % interval of Spearman's coefficient, ${signed(spearman.lower)} to ${signed(spearman.upper)}, holds 0.`;
      return `${y} ${verbOf(y, spearman.value > 0 ? "rise" : "fall")}${degreeText(spearman)} with ${x}: Spearman ${strengthText(spearman)}.`;
    }
  }
}

/** Name and value of each fact; none where nothing could be computed. */
export function relationFacts(
  { correlation, lag, stepMs }: Relation,
  names: SideNames,
): readonly (readonly [name: string, value: string])[] {
  if (correlation.kind !== "correlation") return [];
  const { n, effectiveN } = correlation;
  return [
    ["Spearman", strengthText(correlation.spearman)],
    ["Pearson", strengthText(correlation.pearson)],
    ["Pairs, n", formatCount(n)],
    ["Effective n", formatCount(effectiveN)],
    ["Best lag", lag.kind === "lag" ? lagText(lag, stepMs, names) : "cannot tell"],
  ];
}

function lagText(
  { lag, value, valueAtZero, isSignificant }: Extract<Relation["lag"], { kind: "lag" }>,
  stepMs: number,
  { x, y }: SideNames,
): string {
  if (!isSignificant) return "none is clear of chance";
  if (lag === 0) return `none: they move at the same time (r ${signed(value)})`;
  const [leads, follows] = lag > 0 ? [x, y] : [y, x];
  const without = Number.isNaN(valueAtZero) ? "" : `, ${signed(valueAtZero)} without`;
  return `${follows} ${verbOf(follows, "follow")} ${leads} by ${formatDuration(Math.abs(lag) * stepMs)} (r ${signed(value)}${without})`;
}

/** Below this many independent pairs an interval says little. */
const fewIndependent = 20;

/** What a reader should doubt, most important first. */
export function relationWarnings({ correlation, trend }: Relation, names: SideNames): readonly string[] {
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
    `Neighbouring points repeat each other: ${formatCount(n)} pairs are worth about ${formatCount(effectiveN)} independent ones. Choose a longer window before acting on it.`,
  ];
}

function missingValueWarnings({ incompletePairs }: Correlation): readonly string[] {
  if (incompletePairs === 0) return [];
  return [`${formatCount(incompletePairs)} points were left out because a side has no number there.`];
}

function trendWarnings(trend: SharedTrend, { x, y }: SideNames): readonly string[] {
  if (trend.kind !== "shared-trend" && trend.kind !== "both-slow") return [];
  const why =
    trend.kind === "shared-trend"
      ? `${x} and ${y} both drift through this window, and any two things that drift look related.`
      : `${x} and ${y} both move slowly, and slow things wander together for a while by chance.`;
  return [toSentence(`${why} ${changesText(trend.isConfirmedByDifferences)}`)];
}

function changesText(survives: boolean | null): string {
  if (survives === null) return "Their changes from point to point cannot be compared.";
  return survives
    ? "Their changes from point to point are related too, which a drift cannot fake."
    : "Their changes from point to point are not related, so this may be nothing but the drift.";
}
