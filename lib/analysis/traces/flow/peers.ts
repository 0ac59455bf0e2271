/** Whom a client's span calls, by its attributes, and which calls were answered by a span of the other side. */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { Span } from "@/lib/model/trace";

/** Names first, addresses after them. */
const peerNames = [
  "peer.service",
  "db.system.name",
  "db.system",
  "messaging.destination.name",
  "rpc.service",
  "server.address",
  "net.peer.name",
] as const;

/** Null for spans that are no calls, and for calls that name nobody. */
export function peerOf({ kind, attributes }: Pick<Span, "kind" | "attributes">): string | null {
  if (kind !== "client" && kind !== "producer") return null;
  for (const name of peerNames) {
    const value = attributes[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

/** 1 for rows with a span of another service below them, within their own service's spans. */
export function answeredRows({ rows, tree }: AnalysedTrace): Uint8Array {
  const answered = new Uint8Array(rows.length);
  for (const [index, { span }] of [...rows.entries()].toReversed()) {
    const parent = tree.parents[index] ?? -1;
    const above = rows[parent]?.span;
    if (above === undefined) continue;
    if (above.service !== span.service || answered[index] === 1) answered[parent] = 1;
  }
  return answered;
}
