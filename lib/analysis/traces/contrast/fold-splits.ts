/** One fact is one row: each row that is no chance takes in the weaker ones that part the requests as it does. */
import type { Asked } from "./ask-feature";
import type { FeatureAbout } from "./feature-about";
import { ownFeatures, type Feature } from "./features";
import { heldSplit, splitLikeness, type HeldSplit, type SplitLikeness } from "./same-split";

export interface Judged extends Asked {
  readonly about: FeatureAbout;
  readonly chance: number;
  readonly isChance: boolean;
}

export interface AlsoSplit extends Pick<Asked, "feature" | "match"> {
  /** Whether nearly the same requests have it, or nearly all others. */
  readonly are: NonNullable<SplitLikeness>;
}

export interface FoldedSplit {
  readonly row: Judged;
  readonly also: readonly AlsoSplit[];
}

interface Fold {
  /** Null for what may be chance: it takes in no other. */
  readonly held: HeldSplit | null;
  readonly rows: { readonly row: Judged; readonly are: AlsoSplit["are"] }[];
}

/** `judged` with the strongest first. A row stands where the strongest of it stood, by the plainest name of its rows. */
export function foldSplits(judged: readonly Judged[]): readonly FoldedSplit[] {
  const folds: Fold[] = [];
  for (const row of judged) {
    const held = row.isChance ? null : heldSplit(row);
    const found = held === null ? null : leaderOf(folds, held, row.about);
    if (found === null) folds.push({ held, rows: [{ row, are: "same" }] });
    else found.fold.rows.push({ row, are: found.are });
  }
  return folds.flatMap(({ rows }) => {
    const named = rows.find(({ row, are }) => are === "same" && isOwn(row.feature)) ?? rows[0];
    if (named === undefined) return [];
    const others = rows.filter((one) => one !== named);
    return [
      {
        row: named.row,
        also: others.map(({ row: { feature, match }, are }) => ({ feature, match, are })),
      },
    ];
  });
}

function leaderOf(folds: readonly Fold[], held: HeldSplit, about: FeatureAbout) {
  for (const fold of folds) {
    if (fold.held === null || fold.rows[0]?.row.about !== about) continue;
    const are = splitLikeness(fold.held, held);
    if (are !== null) return { fold, are };
  }
  return null;
}

const ownNames: ReadonlySet<string> = new Set(Object.values(ownFeatures));

/** What the request itself tells, under the name that people give it. */
function isOwn({ attribute, service }: Feature): boolean {
  return service === null && ownNames.has(attribute);
}
