/** Instance names reported by a span and its ancestors. */
import type { AttributeValue, Span } from "@/lib/model/traces/trace";

/** Attributes that contain an instance name. The attribute with the most readable name is first. */
const names = [
  "service.instance.id",
  "engine.instance",
  "server.address",
  "k8s.pod.name",
  "host.name",
] as const;

/** Maximum length of an instance name. Longer values, and larger numbers of names, are not from a real request. */
const longestName = 200;
const maxNames = 20;

/**
 * Returns the distinct instance names of a span and its ancestors, nearest first. Stops at a cycle of
 * parents.
 */
export function listSpanInstanceNames(spans: readonly Span[], span: Span): readonly string[] {
  const byId = new Map(spans.map((one) => [one.spanId, one]));
  const found = new Set<string>();
  const visited = new Set<Span>();
  for (let at: Span | undefined = span; at !== undefined && !visited.has(at);) {
    visited.add(at);
    for (const name of names) {
      for (const value of [at.attributes[name], at.resource[name]]) if (isName(value)) found.add(value);
    }
    at = byId.get(at.parentSpanId ?? "");
  }
  return [...found].slice(0, maxNames);
}

function isName(value: AttributeValue | undefined): value is string {
  return typeof value === "string" && value !== "" && value.length <= longestName;
}
