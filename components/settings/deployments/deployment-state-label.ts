/** Describes the review state of a deployment as a shape and a word. Pure. */
import type { ReviewableDeployment } from "@/lib/contracts/discovery";
import type { StatusShape } from "@/components/shared/status-mark";

/** Shape and word of a deployment's state, such as "proposed" or "hidden". */
export interface DeploymentStateLabel {
  readonly shape: StatusShape;
  readonly word: string;
}

/** Returns shape and word of a deployment's state, such as "proposed" or "hidden". */
export function deploymentStateLabel({
  mergedInto,
  review,
  inactiveSinceMs,
}: Pick<ReviewableDeployment, "mergedInto" | "review" | "inactiveSinceMs">): DeploymentStateLabel {
  if (mergedInto !== null) return { shape: "idle", word: `merged into ${mergedInto.title}` };
  if (inactiveSinceMs !== null)
    return { shape: "stale", word: review === "hidden" ? "hidden, inactive" : "gone" };
  if (review === "hidden") return { shape: "idle", word: "hidden" };
  return review === "accepted" ? { shape: "ok", word: "accepted" } : { shape: "unknown", word: "proposed" };
}
