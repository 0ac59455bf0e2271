/** The result of a correlation of a pair as text: of one cloud of points, or of two groups. */
import type { SignalRelation } from "@/lib/analysis/statistics/series/signal-relation";
import type { TwoGroups } from "@/lib/analysis/statistics/series/groups/point-groups";
import { groupFacts, groupsSentence, mixedCoefficientsWarning } from "./groups-text";
import type { CorrelatedPair } from "./pair";
import { relationFacts, relationSentence, relationWarnings } from "./relation-text";

/** Sentence, figures and warnings of a correlation. */
export interface PairText {
  readonly sentence: string;
  /** Names and values. Empty if no coefficient could be computed. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Most important first. */
  readonly warnings: readonly string[];
}

/** Returns the two groups of the points; null if the points form one group, or if the groups are unknown. */
export function findTwoGroups({ groups }: Pick<SignalRelation, "groups">): TwoGroups | null {
  return groups?.kind === "two-groups" ? groups : null;
}

/** Figures that also exist for each group, or that depend on the difference between the groups. */
const mixedFacts: ReadonlySet<string> = new Set(["Spearman", "Pearson", "Best lag"]);

/**
 * Describes the correlation of a pair. The sentence about two groups contains no coefficient of all points, because it
 * does not describe either group.
 */
export function describePair(
  relation: SignalRelation,
  pair: Omit<CorrelatedPair, "xs" | "ys">,
  timeZone: string,
): PairText {
  const names = { x: pair.x.name, y: pair.y.name };
  const [facts, warnings] = [relationFacts(relation, names), relationWarnings(relation, names)];
  const groups = findTwoGroups(relation);
  if (groups === null) return { sentence: relationSentence(relation, names), facts, warnings };
  return {
    sentence: groupsSentence(groups, pair),
    facts: [
      ...groupFacts(groups, pair, timeZone),
      ...facts.map(([name, value]) => [mixedFacts.has(name) ? `${name}, all points` : name, value] as const),
    ],
    warnings: [mixedCoefficientsWarning, ...warnings],
  };
}
