/** Finds the instance of a deployment that a span belongs to, so that its signals can be opened. */
import type { SpanDetail } from "@/lib/contracts/traces/traces";

/**
 * Returns the instance that the span, or its nearest ancestor, names. `instances` are named as in the metrics.
 * Returns null if none matches.
 */
export function findInstance(
  detail: Pick<SpanDetail, "instanceNames"> | null,
  instances: readonly string[],
): string | null {
  for (const location of detail?.instanceNames ?? []) {
    const found = instances.find((instance) => instance === location || instance.startsWith(`${location}:`));
    if (found !== undefined) return found;
  }
  return null;
}
