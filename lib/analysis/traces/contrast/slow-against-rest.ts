/**
 * What sets slow requests apart from the rest: the values and ranges of attributes, ranked by how much more often slow requests have
 * them, those of where requests ran apart from those of what was asked of them.
 *
 * Difference = share of the slow with the value − share of the rest with it. Whether it is chance: for a value Fisher's exact test,
 * for a number Mann and Whitney's test on the number itself, asked once and not once for each range. All questions asked count
 * (Benjamini and Hochberg); at or below 0.05 it is not chance. Requests that share a minute or a batch are not independent, so a
 * chance close to the limit is worth less than it says.
 */
import { runAtOnce } from "@/lib/base/run-in-steps";
import { adjustedPValues } from "@/lib/analysis/statistics/false-discovery";
import { testFeature, type FeatureTest, type FeatureMatch } from "./feature-test";
import { featureCategory, type FeatureCategory } from "./feature-category";
import { foldSplits, type EquivalentSplit, type FoldedSplit, type JudgedTest } from "./fold-splits";
import { featuresInSteps, type Feature, type Features } from "./features";

import type { SlowGroup } from "./slow-group";

export interface AttributeDifference {
  readonly feature: Feature;
  readonly match: FeatureMatch;
  readonly category: FeatureCategory;
  readonly slow: number;
  readonly rest: number;
  readonly slowShare: number;
  readonly restShare: number;
  readonly difference: number;
  /** Corrected for the number of questions. */
  readonly pValue: number;
  readonly mayBeChance: boolean;
  /** What else parts the requests in nearly the same way, and so is no row of its own. */
  readonly equivalents: readonly EquivalentSplit[];
}

export type SlowAgainstRest =
  | { readonly kind: "too-few"; readonly slow: number; readonly rest: number; readonly needed: number }
  | {
      readonly kind: "differences";
      readonly slow: number;
      readonly rest: number;
      readonly testCount: number;
      /**
       * What is no chance before what may be. Of that, where requests ran before what was asked of them, if any of it is no chance;
       * and of each, what is more frequent among the slow before what is rarer.
       */
      readonly differences: readonly AttributeDifference[];
      readonly excluded: Features["excluded"];
    };

export const minGroupSize = 10;
/** At or below it, it is no chance. */
export const alpha = 0.05;

/** Of attributes of one kind alone where `only` says so. */
export function slowAgainstRest(
  group: Pick<SlowGroup, "slow" | "rest">,
  category?: FeatureCategory,
): SlowAgainstRest {
  return runAtOnce(slowAgainstRestInSteps(group, category));
}

/** The same in steps, for thousands of requests. */
export function* slowAgainstRestInSteps(
  { slow, rest }: Pick<SlowGroup, "slow" | "rest">,
  category?: FeatureCategory,
): Generator<void, SlowAgainstRest> {
  if (slow.length < minGroupSize || rest.length < minGroupSize)
    return { kind: "too-few", slow: slow.length, rest: rest.length, needed: minGroupSize };
  const { tables, excluded } = yield* featuresInSteps(
    [...slow, ...rest],
    (feature) => category === undefined || featureCategory(feature) === category,
  );
  const tests: FeatureTest[] = [];
  for (const table of tables) {
    tests.push(...testFeature(table, slow.length));
    yield;
  }
  const pValues = adjustedPValues(tests.map(({ unadjustedPValue }) => unadjustedPValue));
  const judged = tests.map((one, index): JudgedTest => {
    const pValue = pValues[index] ?? 1;
    return { ...one, category: featureCategory(one.feature), pValue, mayBeChance: pValue > alpha };
  });
  return {
    kind: "differences",
    slow: slow.length,
    rest: rest.length,
    testCount: tests.length,
    differences: foldSplits(judged.toSorted(byWeight)).map(attributeDifferenceOf),
    excluded,
  };
}

function byWeight(a: JudgedTest, b: JudgedTest): number {
  const group = ({ mayBeChance, category, difference }: JudgedTest): number =>
    (mayBeChance ? 4 : 0) + (category === "infrastructure" ? 0 : 2) + (difference > 0 ? 0 : 1);
  return group(a) - group(b) || Math.abs(b.difference) - Math.abs(a.difference) || a.pValue - b.pValue;
}

function attributeDifferenceOf({ row, equivalents }: FoldedSplit): AttributeDifference {
  const { feature, match, category, slow, rest, slowShare, restShare, difference, pValue, mayBeChance } = row;
  return {
    feature,
    match,
    category,
    slow,
    rest,
    slowShare,
    restShare,
    difference,
    pValue,
    mayBeChance,
    equivalents,
  };
}
