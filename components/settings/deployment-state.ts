/** What became of a proposal, as a shape and a word. Pure. */
import type { Proposal } from "@/lib/contracts/discovery";
import type { Shape } from "@/components/shared/status-mark";

export interface StateWords {
  readonly shape: Shape;
  readonly word: string;
}

export function stateOf({
  mergedInto,
  review,
  goneSinceMs,
}: Pick<Proposal, "mergedInto" | "review" | "goneSinceMs">): StateWords {
  if (mergedInto !== null) return { shape: "idle", word: `part of ${mergedInto.title}` };
  if (goneSinceMs !== null) return { shape: "stale", word: review === "hidden" ? "hidden, gone" : "gone" };
  if (review === "hidden") return { shape: "idle", word: "hidden" };
  return review === "accepted" ? { shape: "ok", word: "accepted" } : { shape: "unknown", word: "proposed" };
}
