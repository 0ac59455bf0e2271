/** Finds the peer of a client span by its attributes, and calls with a span of the called service. */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { Span } from "@/lib/model/traces/trace";

/** Attributes that identify the called service. Attributes with names precede attributes with network addresses. */
const peerNames = [
  "peer.service",
  "db.system.name",
  "db.system",
  "messaging.destination.name",
  "rpc.service",
  "server.address",
  "net.peer.name",
] as const;

/**
 * Returns the name of the called service that a client span reports; null for other spans, and for calls
 * without a peer name.
 */
export function findPeer({ kind, attributes }: Pick<Span, "kind" | "attributes">): string | null {
  if (kind !== "client" && kind !== "producer") return null;
  for (const name of peerNames) {
    const value = attributes[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

/**
 * Marks with 1 the rows that have a span of another service below them, reached through spans of the same
 * service.
 */
export function markRowsThatCallServices({ rows, tree }: AnalysedTrace): Uint8Array {
  const answered = new Uint8Array(rows.length);
  for (const [index, { span }] of [...rows.entries()].toReversed()) {
    const parent = tree.parentRows[index] ?? -1;
    const above = rows[parent]?.span;
    if (above === undefined) continue;
    if (above.service !== span.service || answered[index] === 1) answered[parent] = 1;
  }
  return answered;
}
