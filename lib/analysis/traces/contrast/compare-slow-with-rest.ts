/**
 * Finds attributes that distinguish slow requests from the rest: values and ranges of values, ranked by how much more
 * frequent they are among slow requests than among the rest. Infrastructure and request attributes are ranked
 * separately.
 *
 * Difference = share of slow requests with the value − share of the rest with it. P-values: Fisher's exact test for a
 * value; the Mann–Whitney test for a numeric attribute, once per attribute and not per range. They are corrected for
 * multiple tests (Benjamini–Hochberg). A difference is significant at or below 0.05. Requests that share a minute or a
 * batch are not independent, so a p-value close to the limit is weak evidence.
 */
import { runWithoutPause } from "@/lib/base/steps";
import { fdrAdjustedPValues } from "@/lib/analysis/statistics/significance/false-discovery";
import { testFeature, type FeatureTest, type FeatureMatch } from "./feature-test";
import { classifyFeature, type FeatureCategory } from "./classify-feature";
import {
  mergeEquivalentSplits,
  type EquivalentSplit,
  type MergedSplit,
  type CorrectedFeatureTest,
} from "./merge-equivalent-splits";
import { collectFeaturesInSteps, type Feature, type CollectedFeatures } from "./features";

import type { SlowGroup } from "./slow-group";

/** Attribute value that is more or less frequent in slow requests than in the others. */
export interface AttributeDifference {
  readonly feature: Feature;
  readonly match: FeatureMatch;
  readonly category: FeatureCategory;
  readonly slowCount: number;
  readonly restCount: number;
  readonly slowShare: number;
  readonly restShare: number;
  readonly shareDifference: number;
  /** P-value corrected for multiple tests. */
  readonly pValue: number;
  /** True if the difference is not significant after the correction for multiple tests. */
  readonly mayBeChance: boolean;
  /** Attributes with nearly the same split, merged into this row. */
  readonly equivalents: readonly EquivalentSplit[];
}

/** Attribute values that distinguish slow requests from the rest, or "too-few" if a group is too small. */
export type SlowRequestComparison =
  | {
      readonly kind: "too-few";
      readonly slowCount: number;
      readonly restCount: number;
      readonly neededCount: number;
    }
  | {
      readonly kind: "differences";
      readonly slowCount: number;
      readonly restCount: number;
      readonly testCount: number;
      /**
       * Differences with the significant ones first. Infrastructure attributes precede request attributes, and values
       * that are more frequent among slow requests precede values that are less frequent.
       */
      readonly differences: readonly AttributeDifference[];
      readonly excluded: CollectedFeatures["excluded"];
    };

/** Minimum number of slow requests, and of other requests, for a comparison. */
export const minGroupSize = 10;
/** Largest p-value, after correction for multiple tests, at which a difference is significant. */
export const significanceLevel = 0.05;

/**
 * Finds attribute values that are more or less frequent in slow requests than in the others. `category`
 * restricts the attributes.
 */
export function compareSlowWithRest(
  group: Pick<SlowGroup, "slow" | "rest">,
  category?: FeatureCategory,
): SlowRequestComparison {
  return runWithoutPause(compareSlowWithRestInSteps(group, category));
}

/** Compares slow requests with the rest in steps, for thousands of requests. */
export function* compareSlowWithRestInSteps(
  { slow, rest }: Pick<SlowGroup, "slow" | "rest">,
  category?: FeatureCategory,
): Generator<void, SlowRequestComparison> {
  if (slow.length < minGroupSize || rest.length < minGroupSize)
    return { kind: "too-few", slowCount: slow.length, restCount: rest.length, neededCount: minGroupSize };
  const { tables, excluded } = yield* collectFeaturesInSteps(
    [...slow, ...rest],
    (feature) => category === undefined || classifyFeature(feature) === category,
  );
  const tests: FeatureTest[] = [];
  for (const table of tables) {
    tests.push(...testFeature(table, slow.length));
    yield;
  }
  const pValues = fdrAdjustedPValues(tests.map(({ unadjustedPValue }) => unadjustedPValue));
  const judged = tests.map((one, index): CorrectedFeatureTest => {
    const pValue = pValues[index] ?? 1;
    return {
      ...one,
      category: classifyFeature(one.feature),
      pValue,
      mayBeChance: pValue > significanceLevel,
    };
  });
  return {
    kind: "differences",
    slowCount: slow.length,
    restCount: rest.length,
    testCount: tests.length,
    differences: mergeEquivalentSplits(judged.toSorted(byWeight)).map(attributeDifferenceOf),
    excluded,
  };
}

function byWeight(a: CorrectedFeatureTest, b: CorrectedFeatureTest): number {
  const group = ({ mayBeChance, category, shareDifference }: CorrectedFeatureTest): number =>
    (mayBeChance ? 4 : 0) + (category === "infrastructure" ? 0 : 2) + (shareDifference > 0 ? 0 : 1);
  return (
    group(a) - group(b) || Math.abs(b.shareDifference) - Math.abs(a.shareDifference) || a.pValue - b.pValue
  );
}

function attributeDifferenceOf({ test: row, equivalents }: MergedSplit): AttributeDifference {
  const {
    feature,
    match,
    category,
    slowCount,
    restCount,
    slowShare,
    restShare,
    shareDifference,
    pValue,
    mayBeChance,
  } = row;
  return {
    feature,
    match,
    category,
    slowCount,
    restCount,
    slowShare,
    restShare,
    shareDifference,
    pValue,
    mayBeChance,
    equivalents,
  };
}
