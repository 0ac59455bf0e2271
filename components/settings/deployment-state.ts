/** What became of a proposal, as a shape and a word. Pure. */
import type { Proposal } from "@/lib/contracts/discovery";
import type { Shape } from "@/components/shared/status-mark";

export interface DeploymentState {
  readonly shape: Shape;
  readonly word: string;
}

export function deploymentState({
  mergedInto,
  review,
  absentSinceMs,
}: Pick<Proposal, "mergedInto" | "review" | "absentSinceMs">): DeploymentState {
  if (mergedInto !== null) return { shape: "idle", word: `part of ${mergedInto.title}` };
  if (absentSinceMs !== null) return { shape: "stale", word: review === "hidden" ? "hidden, gone" : "gone" };
  if (review === "hidden") return { shape: "idle", word: "hidden" };
  return review === "accepted" ? { shape: "ok", word: "accepted" } : { shape: "unknown", word: "proposed" };
}
