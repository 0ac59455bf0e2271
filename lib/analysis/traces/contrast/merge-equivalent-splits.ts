/**
 * Merges attributes that split the requests identically into one row. A significant row absorbs weaker rows with the
 * same split. Insignificant rows are merged only for numeric attributes, such as requested and generated tokens with
 * equal numbers.
 */
import type { FeatureTest } from "./feature-test";
import type { FeatureCategory } from "./classify-feature";
import { requestFeatures, type Feature } from "./features";
import { indexSplit, compareSplits, type IndexedSplit, type SplitRelation } from "./compare-splits";

/** Test of one attribute value, with its p-value after the correction for multiple tests. */
export interface CorrectedFeatureTest extends FeatureTest {
  readonly category: FeatureCategory;
  readonly pValue: number;
  readonly mayBeChance: boolean;
}

/** Attribute value that adds no information to the value of a row, because it selects nearly the same requests or nearly all other requests. */
export interface EquivalentSplit extends Pick<FeatureTest, "feature" | "match"> {
  /** Whether the value selects nearly the requests of the row, or nearly all other requests. */
  readonly relation: NonNullable<SplitRelation>;
}

/** Attribute value that distinguishes slow requests, with other values that select nearly the same requests. */
export interface MergedSplit {
  readonly test: CorrectedFeatureTest;
  readonly equivalents: readonly EquivalentSplit[];
}

/**
 * Maximum number of insignificant rows that are compared with other rows. Further insignificant rows are not merged.
 */
const maxIndexedInsignificant = 40;

interface Fold {
  /** Index of the requests that match the row; null if the row absorbs no other row. */
  readonly split: IndexedSplit | null;
  readonly rows: { readonly row: CorrectedFeatureTest; readonly relation: EquivalentSplit["relation"] }[];
}

/**
 * Merges attribute values that select nearly the same requests. `judged` is sorted by strength; a merged row
 * has the position of its strongest value and the simplest name.
 */
export function mergeEquivalentSplits(judged: readonly CorrectedFeatureTest[]): readonly MergedSplit[] {
  const folds: Fold[] = [];
  let insignificantCount = 0;
  for (const row of judged) {
    if (row.mayBeChance) insignificantCount += 1;
    const isIndexed =
      !row.mayBeChance || (row.match.kind === "range" && insignificantCount <= maxIndexedInsignificant);
    const split = isIndexed ? indexSplit(row) : null;
    const found = split === null ? null : leaderOf(folds, split, row);
    if (found === null) folds.push({ split, rows: [{ row, relation: "same" }] });
    else found.fold.rows.push({ row, relation: found.are });
  }
  return folds.flatMap(({ rows }) => {
    const named =
      rows.find(({ row, relation }) => relation === "same" && isRequestFeature(row.feature)) ?? rows[0];
    if (named === undefined) return [];
    const remaining = rows.filter((one) => one !== named);
    return [
      {
        test: named.row,
        equivalents: remaining.map(({ row: { feature, match }, relation }) => ({
          feature,
          match,
          relation: relation,
        })),
      },
    ];
  });
}

function leaderOf(
  folds: readonly Fold[],
  split: IndexedSplit,
  { category, mayBeChance }: CorrectedFeatureTest,
) {
  for (const fold of folds) {
    const leader = fold.rows[0]?.row;
    if (fold.split === null || leader?.category !== category || leader.mayBeChance !== mayBeChance) continue;
    const relation = compareSplits(fold.split, split);
    if (relation === "same" || (relation !== null && !mayBeChance)) return { fold, are: relation };
  }
  return null;
}

const requestFeatureNames: ReadonlySet<string> = new Set(Object.values(requestFeatures));

/** Returns whether the feature is a computed property of the request, which has a plain name. */
function isRequestFeature({ attribute, service }: Feature): boolean {
  return service === null && requestFeatureNames.has(attribute);
}
