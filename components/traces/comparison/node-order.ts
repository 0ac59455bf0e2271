/** Orders nodes by difference or as a tree. */
import type { NodeRow } from "@/lib/contracts/traces/trace-comparison";

/**
 * Sorts operations so that parents are before children; siblings stay in their order. An operation whose
 * parent is missing becomes a root.
 */
export function sortAsTree(nodes: readonly NodeRow[]): readonly NodeRow[] {
  const known = new Set(nodes.map(({ nodeIndex }) => nodeIndex));
  const children = Map.groupBy(nodes, ({ parentNodeIndex }) =>
    known.has(parentNodeIndex) ? parentNodeIndex : -1,
  );
  const ordered: NodeRow[] = [];
  const waiting = [...(children.get(-1) ?? [])].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    ordered.push(node);
    waiting.push(...[...(children.get(node.nodeIndex) ?? [])].reverse());
  }
  return ordered;
}

/** Formats the call path of an operation, such as "gateway POST / › engine llm_request › engine queue". */
export function nodePathText(node: NodeRow, nodes: readonly NodeRow[]): string {
  const nodeByPosition = new Map(nodes.map((one) => [one.nodeIndex, one]));
  const names: string[] = [];
  for (let at: NodeRow | undefined = node; at !== undefined; at = nodeByPosition.get(at.parentNodeIndex))
    names.unshift(`${at.service} ${at.name}`);
  return names.join(" › ");
}
