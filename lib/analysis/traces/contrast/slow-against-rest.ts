/**
 * What sets slow requests apart from the rest: the values and ranges of attributes, ranked by how much more often slow requests have
 * them, those of where requests ran apart from those of what was asked of them.
 *
 * Difference = share of the slow with the value − share of the rest with it. Whether it is chance: for a value Fisher's exact test,
 * for a number Mann and Whitney's test on the number itself, asked once and not once for each range. All questions asked count
 * (Benjamini and Hochberg); at or below 0.05 it is not chance. Requests that share a minute or a batch are not independent, so a
 * chance close to the limit is worth less than it says.
 */
import { atOnce } from "@/lib/base/in-steps";
import { adjustedChances } from "@/lib/analysis/statistics/false-discovery";
import { askFeature, type Asked, type FeatureMatch } from "./ask-feature";
import { featureAbout, type FeatureAbout } from "./feature-about";
import { foldSplits, type AlsoSplit, type FoldedSplit, type Judged } from "./fold-splits";
import { featuresInSteps, type Feature, type Features } from "./features";

import type { SlowGroup } from "./slow-group";

export interface Separation {
  readonly feature: Feature;
  readonly match: FeatureMatch;
  readonly about: FeatureAbout;
  readonly slow: number;
  readonly rest: number;
  readonly slowShare: number;
  readonly restShare: number;
  readonly difference: number;
  /** Corrected for the number of questions. */
  readonly chance: number;
  readonly isChance: boolean;
  /** What else parts the requests in nearly the same way, and so is no row of its own. */
  readonly also: readonly AlsoSplit[];
}

export type SlowAgainstRest =
  | { readonly kind: "too-few"; readonly slow: number; readonly rest: number; readonly needed: number }
  | {
      readonly kind: "separations";
      readonly slow: number;
      readonly rest: number;
      readonly questions: number;
      /**
       * What is no chance before what may be. Of that, where requests ran before what was asked of them, if any of it is no chance;
       * and of each, what is more frequent among the slow before what is rarer.
       */
      readonly separations: readonly Separation[];
      readonly leftOut: Features["leftOut"];
    };

export const leastGroup = 10;
/** At or below it, it is no chance. */
export const alpha = 0.05;

/** Of attributes of one kind alone where `only` says so. */
export function slowAgainstRest(
  group: Pick<SlowGroup, "slow" | "rest">,
  only?: FeatureAbout,
): SlowAgainstRest {
  return atOnce(slowAgainstRestInSteps(group, only));
}

/** The same in steps, for thousands of requests. */
export function* slowAgainstRestInSteps(
  { slow, rest }: Pick<SlowGroup, "slow" | "rest">,
  only?: FeatureAbout,
): Generator<void, SlowAgainstRest> {
  if (slow.length < leastGroup || rest.length < leastGroup)
    return { kind: "too-few", slow: slow.length, rest: rest.length, needed: leastGroup };
  const { tables, leftOut } = yield* featuresInSteps(
    [...slow, ...rest],
    (feature) => only === undefined || featureAbout(feature) === only,
  );
  const asked: Asked[] = [];
  for (const table of tables) {
    asked.push(...askFeature(table, slow.length));
    yield;
  }
  const chances = adjustedChances(asked.map(({ alone }) => alone));
  const judged = asked.map((one, index): Judged => {
    const chance = chances[index] ?? 1;
    return { ...one, about: featureAbout(one.feature), chance, isChance: chance > alpha };
  });
  return {
    kind: "separations",
    slow: slow.length,
    rest: rest.length,
    questions: asked.length,
    separations: foldSplits(judged.toSorted(byWeight)).map(separationOf),
    leftOut,
  };
}

function byWeight(a: Judged, b: Judged): number {
  const group = ({ isChance, about, difference }: Judged): number =>
    (isChance ? 4 : 0) + (about === "place" ? 0 : 2) + (difference > 0 ? 0 : 1);
  return group(a) - group(b) || Math.abs(b.difference) - Math.abs(a.difference) || a.chance - b.chance;
}

function separationOf({ row, also }: FoldedSplit): Separation {
  const { feature, match, about, slow, rest, slowShare, restShare, difference, chance, isChance } = row;
  return {
    feature,
    match,
    about,
    slow,
    rest,
    slowShare,
    restShare,
    difference,
    chance,
    isChance,
    also,
  };
}
