/**
 * What sets slow requests apart from the rest: the values and ranges of attributes, ranked by how much more often slow requests have
 * them.
 *
 * Difference = share of the slow with the value − share of the rest with it. Whether it is chance: for a value Fisher's exact test,
 * for a number Mann and Whitney's test on the number itself, asked once and not once for each range. All questions asked count
 * (Benjamini and Hochberg); at or below 0.05 it is not chance. Requests that share a minute or a batch are not independent, so a
 * chance close to the limit is worth less than it says.
 */
import { adjustedChances } from "@/lib/analysis/statistics/false-discovery";
import { fisherTwoSided } from "@/lib/analysis/statistics/fisher-exact";
import { compareRanks } from "@/lib/analysis/statistics/mann-whitney";
import { observedQuantile } from "@/lib/analysis/statistics/observed-quantile";
import { featuresOf, type Feature, type Features, type FeatureTable, type FeatureValue } from "./features";
import type { SlowGroup } from "./slow-group";

export type FeatureMatch =
  | { readonly kind: "value"; readonly value: FeatureValue }
  /** The attribute is missing. */
  | { readonly kind: "missing" }
  /** Above `above`, up to and with `upTo`; null is open. */
  | { readonly kind: "range"; readonly above: number | null; readonly upTo: number | null };

export interface Separation {
  readonly feature: Feature;
  readonly match: FeatureMatch;
  readonly slow: number;
  readonly rest: number;
  readonly slowShare: number;
  readonly restShare: number;
  readonly difference: number;
  /** Corrected for the number of questions. */
  readonly chance: number;
  readonly isChance: boolean;
}

export type SlowAgainstRest =
  | { readonly kind: "too-few"; readonly slow: number; readonly rest: number; readonly needed: number }
  | {
      readonly kind: "separations";
      readonly slow: number;
      readonly rest: number;
      readonly questions: number;
      /** What is no chance and more frequent among the slow first, then what is rarer among them, then the rest. */
      readonly separations: readonly Separation[];
      readonly leftOut: Features["leftOut"];
    };

export const leastGroup = 10;
/** Values that fewer traces have are not asked about. */
export const leastHits = 5;
const alpha = 0.05;
/** Numbers of so few kinds are values like any other. */
const fewNumbers = 8;
const cuts = [0.25, 0.5, 0.75, 0.9] as const;

interface Asked {
  readonly seen: Omit<Separation, "chance" | "isChance">;
  /** The chance as if this had been the only question. */
  readonly alone: number;
}

export function slowAgainstRest({ slow, rest }: Pick<SlowGroup, "slow" | "rest">): SlowAgainstRest {
  if (slow.length < leastGroup || rest.length < leastGroup)
    return { kind: "too-few", slow: slow.length, rest: rest.length, needed: leastGroup };
  const { tables, leftOut } = featuresOf([...slow, ...rest]);
  const asked = tables.flatMap((table) => ask(table, slow.length));
  const chances = adjustedChances(asked.map(({ alone }) => alone));
  const separations = asked.map(({ seen }, index) => {
    const chance = chances[index] ?? 1;
    return { ...seen, chance, isChance: chance > alpha };
  });
  return {
    kind: "separations",
    slow: slow.length,
    rest: rest.length,
    questions: asked.length,
    separations: separations.sort(byWeight),
    leftOut,
  };
}

function byWeight(a: Separation, b: Separation): number {
  const group = ({ isChance, difference }: Separation): number => (isChance ? 2 : difference > 0 ? 0 : 1);
  return group(a) - group(b) || Math.abs(b.difference) - Math.abs(a.difference) || a.chance - b.chance;
}

function ask({ feature, values }: FeatureTable, slowCount: number): readonly Asked[] {
  const numbers = values.filter((value) => typeof value === "number");
  const isNumber = numbers.length > 0 && values.every((value) => value === null || typeof value === "number");
  if (isNumber && new Set(numbers).size > fewNumbers) return askNumber(feature, values, slowCount);
  const hits = new Map<FeatureValue | null, [number, number]>();
  for (const [index, value] of values.entries()) {
    const own = hits.get(value) ?? [0, 0];
    own[index < slowCount ? 0 : 1] += 1;
    hits.set(value, own);
  }
  // One value for all tells nothing apart.
  if (hits.size < 2) return [];
  return [...hits]
    .filter(([, [slow, rest]]) => slow + rest >= leastHits)
    .map(([value, counts]) => {
      const match: FeatureMatch = value === null ? { kind: "missing" } : { kind: "value", value };
      return askedOf(feature, match, { counts, slowCount, total: values.length });
    });
}

interface Counted {
  readonly counts: readonly [number, number];
  readonly slowCount: number;
  readonly total: number;
}

function askedOf(feature: Feature, match: FeatureMatch, { counts, slowCount, total }: Counted): Asked {
  const [slow, rest] = counts;
  const restCount = total - slowCount;
  const [slowShare, restShare] = [slow / slowCount, rest / restCount];
  const alone = fisherTwoSided({ hits: slow, n: slowCount }, { hits: rest, n: restCount });
  const difference = slowShare - restShare;
  return { seen: { feature, match, slow, rest, slowShare, restShare, difference }, alone };
}

/** One question for the number; shown is the side of the cut that sets the groups apart most. */
function askNumber(
  feature: Feature,
  values: readonly (FeatureValue | null)[],
  slowCount: number,
): readonly Asked[] {
  const told = (from: number, to: number): Float64Array =>
    Float64Array.from(values.slice(from, to).filter((value) => typeof value === "number"));
  const [slow, rest] = [told(0, slowCount), told(slowCount, values.length)];
  const ranks = compareRanks(slow, rest);
  if (ranks === null || slow.length + rest.length < 2 * leastHits) return [];
  const pooled = Float64Array.from([...slow, ...rest]).sort();
  const edges = cuts.map((q) => observedQuantile(pooled, q)).filter((edge) => edge !== null);
  const count = (column: Float64Array, holds: (value: number) => boolean): number =>
    column.reduce((sum, value) => sum + Number(holds(value)), 0);
  const sides = edges.flatMap((edge): readonly FeatureMatch[] => [
    { kind: "range", above: edge, upTo: null },
    { kind: "range", above: null, upTo: edge },
  ]);
  const asked = sides.map((match) => {
    const holds = (value: number): boolean =>
      match.kind === "range" && value > (match.above ?? -Infinity) && value <= (match.upTo ?? Infinity);
    const counts = [count(slow, holds), count(rest, holds)] as const;
    return askedOf(feature, match, { counts, slowCount, total: values.length });
  });
  const best = asked.toSorted((a, b) => b.seen.difference - a.seen.difference)[0];
  return best === undefined ? [] : [{ ...best, alone: ranks.chance }];
}
