/** A relation in plain words: one sentence that answers, the facts behind it, and what may fake it. */
import type { Correlation, Strength } from "@/lib/analysis/statistics/correlation";
import type { SharedTrend } from "@/lib/analysis/statistics/shared-trend";
import { isPlural } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";
import { toSentence } from "@/lib/format/sentence";
import { formatDuration } from "@/lib/format/time";
import type { Relation } from "./relate";

export interface Names {
  readonly x: string;
  readonly y: string;
}

type Known = Extract<Correlation, { kind: "correlation" }>;

const signed = (value: number): string => value.toFixed(2).replace("-", "−");
const certainty = 0.95;

/** "0.71, 0.52 to 0.84". */
export function strengthText({ value, lower, upper }: Strength): string {
  return `${signed(value)}, ${signed(lower)} to ${signed(upper)}`;
}

const isNone = ({ lower, upper }: Strength): boolean => lower <= 0 && upper >= 0;

/**
 * Words for the size of a coefficient, largest first; below the last it is negligible. Where one begins is a convention, not a
 * finding: these edges are one of several in use, listed as an example by Schober, Boer and Schwarte (Anesthesia & Analgesia 126,
 * 2018, 1763–1768), who warn of taking them strictly.
 */
const bands = [
  [0.9, "very strongly"],
  [0.7, "strongly"],
  [0.4, "moderately"],
  [0.1, "weakly"],
] as const;

/** Where the words of `relationSentence` begin, told beside it. */
export const bandsSentence = `Words for strength are a convention, others draw the lines elsewhere: ${bands
  .map(([from, word]) => `${word} from ${from}`)
  .toReversed()
  .join(", ")}.`;

const bandOf = (size: number): string | undefined => bands.find(([from]) => size >= from)?.[1];

/** Says no more than the interval's end next to 0 does: " at least weakly", or ", perhaps negligibly,". */
function degree({ value, lower, upper }: Strength): string {
  const [near, far] = value > 0 ? [lower, upper] : [-upper, -lower];
  const least = bandOf(near);
  if (least === undefined) return ", perhaps negligibly,";
  return bandOf(far) === least ? ` ${least}` : ` at least ${least}`;
}

const verbOf = (name: string, verb: string): string => (isPlural(name) ? verb : `${verb}s`);

/** By Spearman's coefficient: it needs no straight line and no single point moves it far. */
export function relationSentence({ correlation }: Pick<Relation, "correlation">, { x, y }: Names): string {
  switch (correlation.kind) {
    case "too-few":
      return `Cannot tell: ${correlation.n} points have both sides, and it takes ${correlation.of}.`;
    case "no-spread":
      return correlation.side === "both"
        ? `Cannot tell: neither ${x} nor ${y} changed in this window.`
        : `Cannot tell: ${correlation.side === "x" ? x : y} never changed in this window.`;
    case "correlation": {
      const { spearman } = correlation;
      if (isNone(spearman))
        return `No relation between ${y} and ${x} is shown: the ${certainty * 100} % interval of Spearman's coefficient, ${signed(spearman.lower)} to ${signed(spearman.upper)}, holds 0.`;
      return `${y} ${verbOf(y, spearman.value > 0 ? "rise" : "fall")}${degree(spearman)} with ${x}: Spearman ${strengthText(spearman)}.`;
    }
  }
}

/** Name and value of each fact; none where nothing could be computed. */
export function relationFacts(
  { correlation, lag, stepMs }: Relation,
  names: Names,
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
  { lag, value, atZero, isClear }: Extract<Relation["lag"], { kind: "lag" }>,
  stepMs: number,
  { x, y }: Names,
): string {
  if (!isClear) return "none is clear of chance";
  if (lag === 0) return `none: they move at the same time (r ${signed(value)})`;
  const [leads, follows] = lag > 0 ? [x, y] : [y, x];
  const without = Number.isNaN(atZero) ? "" : `, ${signed(atZero)} without`;
  return `${follows} ${verbOf(follows, "follow")} ${leads} by ${formatDuration(Math.abs(lag) * stepMs)} (r ${signed(value)}${without})`;
}

/** Below this many independent pairs an interval says little. */
const fewIndependent = 20;

/** What a reader should doubt, most important first. */
export function relationWarnings({ correlation, trend }: Relation, names: Names): readonly string[] {
  if (correlation.kind !== "correlation") return leftOutWords(correlation);
  return [...trendWords(trend, names), ...fewWords(correlation), ...leftOutWords(correlation)];
}

function fewWords({ n, effectiveN }: Known): readonly string[] {
  if (effectiveN >= fewIndependent) return [];
  return [
    `Neighbouring points repeat each other: ${formatCount(n)} pairs are worth about ${formatCount(effectiveN)} independent ones. Choose a longer window before acting on it.`,
  ];
}

function leftOutWords({ leftOut }: Correlation): readonly string[] {
  if (leftOut === 0) return [];
  return [`${formatCount(leftOut)} points were left out because a side has no number there.`];
}

function trendWords(trend: SharedTrend, { x, y }: Names): readonly string[] {
  if (trend.kind !== "shared-trend" && trend.kind !== "both-slow") return [];
  const why =
    trend.kind === "shared-trend"
      ? `${x} and ${y} both drift through this window, and any two things that drift look related.`
      : `${x} and ${y} both move slowly, and slow things wander together for a while by chance.`;
  return [toSentence(`${why} ${survivalWords(trend.survives)}`)];
}

function survivalWords(survives: boolean | null): string {
  if (survives === null) return "Their changes from point to point cannot be compared.";
  return survives
    ? "Their changes from point to point are related too, which a drift cannot fake."
    : "Their changes from point to point are not related, so this may be nothing but the drift.";
}
