/** What a span and those above it say of where it ran: its own words first, then its caller's, and so on up. */
import type { AttributeValue, Span } from "@/lib/model/trace";

/** Under which names tracers tell an instance, the plainest first. */
const names = [
  "service.instance.id",
  "engine.instance",
  "server.address",
  "k8s.pod.name",
  "host.name",
] as const;

/** Instances have short names; a trace that tells more than these of one span is none of a request. */
const longestName = 200;
const maxNames = 20;

/** Nearest first, each once. Spans whose parents form a ring are asked once. */
export function instanceNames(spans: readonly Span[], span: Span): readonly string[] {
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
