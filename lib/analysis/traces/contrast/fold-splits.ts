/**
 * One fact is one row: each row that is no chance takes in the weaker ones that part the requests as it does. Of what may be chance
 * only numbers do, as the tokens asked for and those put out: nobody would read two rows of the same figures as one.
 */
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

/** Of what may be chance the weakest are many, and nobody reads them: they stand alone. */
const mostChanceHeld = 40;

interface Fold {
  /** Null where it takes in no other. */
  readonly held: HeldSplit | null;
  readonly rows: { readonly row: Judged; readonly are: AlsoSplit["are"] }[];
}

/** `judged` with the strongest first. A row stands where the strongest of it stood, by the plainest name of its rows. */
export function foldSplits(judged: readonly Judged[]): readonly FoldedSplit[] {
  const folds: Fold[] = [];
  let chanceHeld = 0;
  for (const row of judged) {
    if (row.isChance) chanceHeld += 1;
    const isHeld = !row.isChance || (row.match.kind === "range" && chanceHeld <= mostChanceHeld);
    const held = isHeld ? heldSplit(row) : null;
    const found = held === null ? null : leaderOf(folds, held, row);
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

function leaderOf(folds: readonly Fold[], held: HeldSplit, { about, isChance }: Judged) {
  for (const fold of folds) {
    const leader = fold.rows[0]?.row;
    if (fold.held === null || leader?.about !== about || leader.isChance !== isChance) continue;
    const are = splitLikeness(fold.held, held);
    if (are === "same" || (are !== null && !isChance)) return { fold, are };
  }
  return null;
}

const ownNames: ReadonlySet<string> = new Set(Object.values(ownFeatures));

/** What the request itself tells, under the name that people give it. */
function isOwn({ attribute, service }: Feature): boolean {
  return service === null && ownNames.has(attribute);
}
