/** Which instance of a deployment a span speaks of, so that its signals can be looked at. */
import type { SpanDetail } from "@/lib/contracts/traces";

/** Under which names tracers tell an instance, the plainest first. */
const names = [
  "service.instance.id",
  "engine.instance",
  "server.address",
  "k8s.pod.name",
  "host.name",
] as const;

/** One of `instances`, as the metrics name them; null where the span names none of these. */
export function instanceOf(detail: SpanDetail | null, instances: readonly string[]): string | null {
  if (detail === null) return null;
  for (const name of names) {
    const told = detail.attributes[name] ?? detail.resource[name];
    if (typeof told !== "string" || told === "") continue;
    const found = instances.find((instance) => instance === told || instance.startsWith(`${told}:`));
    if (found !== undefined) return found;
  }
  return null;
}
