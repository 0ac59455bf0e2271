/** States that the two sides of a comparison share samples. */
import type { ComparedSideEntry } from "@/lib/contracts/comparisons";
import { formatElapsed } from "@/lib/format/elapsed";

type Side = Pick<ComparedSideEntry, "reference" | "deployment" | "window">;

/** Returns a sentence about the common time of two sides of one deployment; null if there is none. */
export function overlapText(before: Side, after: Side): string | null {
  if (before.reference === after.reference)
    return "Both sides are the same, so no difference is possible. Choose another side.";
  const commonMs =
    Math.min(before.window.endMs, after.window.endMs) - Math.max(before.window.startMs, after.window.startMs);
  if (before.deployment.slug !== after.deployment.slug || commonMs <= 0) return null;
  return `The windows of the sides overlap by ${formatElapsed(commonMs)}. The same samples are in both, so differences appear smaller than they are. Choose windows that do not overlap.`;
}
