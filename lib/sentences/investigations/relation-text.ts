/** The kind of a relation between two investigations in words. */
import type { RelationKind } from "@/lib/model/investigation/investigation";

interface DirectedKind {
  readonly kind: RelationKind;
  /** True if the other investigation names this one. */
  readonly isInverse: boolean;
}

/** Returns the words before the name of the other investigation: "Duplicate of". */
export function relationPhrase({ kind, isInverse }: DirectedKind): string {
  if (kind === "related") return "Related to";
  return isInverse ? "Has the duplicate" : "Duplicate of";
}
