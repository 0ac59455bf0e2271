/** Nodes in the order one reads them: by how much they differ, or as the tree they form. */
import type { NodeRow } from "@/lib/contracts/trace-comparison";

/** Parents before children; of siblings the one that differs most first. A node whose parent was left out stands at the top. */
export function asTree(nodes: readonly NodeRow[]): readonly NodeRow[] {
  const known = new Set(nodes.map(({ place }) => place));
  const children = Map.groupBy(nodes, ({ parent }) => (known.has(parent) ? parent : -1));
  const ordered: NodeRow[] = [];
  const waiting = [...(children.get(-1) ?? [])].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    ordered.push(node);
    waiting.push(...[...(children.get(node.place) ?? [])].reverse());
  }
  return ordered;
}

/** "gateway POST / › engine llm_request › engine queue". */
export function pathOf(node: NodeRow, nodes: readonly NodeRow[]): string {
  const byPlace = new Map(nodes.map((one) => [one.place, one]));
  const names: string[] = [];
  for (let at: NodeRow | undefined = node; at !== undefined; at = byPlace.get(at.parent))
    names.unshift(`${at.service} ${at.name}`);
  return names.join(" › ");
}
