/** Which instance of a deployment a span speaks of, so that its signals can be looked at. */
import type { SpanDetail } from "@/lib/contracts/traces";

/** One of `instances`, as the metrics name them: the nearest that the span or one above it names; null where none does. */
export function instanceOf(
  detail: Pick<SpanDetail, "places"> | null,
  instances: readonly string[],
): string | null {
  for (const told of detail?.places ?? []) {
    const found = instances.find((instance) => instance === told || instance.startsWith(`${told}:`));
    if (found !== undefined) return found;
  }
  return null;
}
