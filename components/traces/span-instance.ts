/** Which instance of a deployment a span speaks of, so that its signals can be looked at. */
import type { SpanDetail } from "@/lib/contracts/traces";

/** One of `instances`, as the metrics name them: the nearest that the span or one above it names; null where none does. */
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
