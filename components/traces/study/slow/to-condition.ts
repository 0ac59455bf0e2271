/** The condition that a row of the Slow requests page links to. */
import type { StudyState } from "@/lib/client/study-url";
import type { SlowDifference } from "@/lib/sentences/traces/slow-text";

/**
 * Returns the condition that selects the requests with an attribute value. Null if no condition can express
 * it.
 */
export function toCondition({
  feature,
  match,
}: Pick<SlowDifference, "feature" | "match">): Partial<StudyState> | null {
  if (/[=<>]/.test(feature.attribute) || match.kind === "missing") return null;
  if (match.kind === "value") {
    if (feature.attribute === "ended in error") return match.value === "true" ? { errors: "true" } : null;
    return { attribute: `${feature.attribute}=${match.value}` };
  }
  if (match.above !== null) return { attribute: `${feature.attribute}>${match.above}` };
  return match.upTo === null ? null : { attribute: `${feature.attribute}<=${match.upTo}` };
}
