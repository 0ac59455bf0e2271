/**
 * Aligns two traces by path. Spans with the same path in one trace become one row, from the first start to the last
 * end. Times are relative to each request's start, so both traces share one time axis.
 */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { findDisplayedPhase } from "@/lib/analysis/traces/phases";
import { endNs } from "@/lib/analysis/traces/tree-rows";
import type { PhaseId } from "@/lib/model/traces/phase";
import { noPairedServices, type PairedServices } from "./paired-services";
import { createPathIndex, findNodeIndexes, type PathIndex } from "./path-sums";

/** Times and spans of one operation in one of two compared requests. */
export interface ComparedPathSide {
  /** Time since the request's start; negative for spans that started before it. */
  readonly startNs: number;
  readonly endNs: number;
  /** Sum over the spans with this path. */
  readonly totalNs: number;
  readonly selfNs: number;
  readonly criticalNs: number;
  readonly spanCount: number;
  readonly phase: PhaseId | null;
}

/** Operation of two compared requests. `a` or `b` is null when that request lacks the operation. */
export interface ComparedPath {
  readonly service: string;
  readonly name: string;
  readonly depth: number;
  readonly a: ComparedPathSide | null;
  readonly b: ComparedPathSide | null;
}

/**
 * Matches the operations of two requests by their path from the root. Parents are before their children,
 * siblings in order of start. Time is linear in the number of spans, except for sorting.
 */
export function comparePaths(
  a: AnalysedTrace,
  b: AnalysedTrace,
  paired: PairedServices = noPairedServices,
): readonly ComparedPath[] {
  const index = createPathIndex([a], [b], paired);
  const [sidesA, sidesB] = [sidesOf(a, index), sidesOf(b, index)];
  const startOf = (nodeIndex: number): number =>
    Math.min(sidesA.get(nodeIndex)?.startNs ?? Infinity, sidesB.get(nodeIndex)?.startNs ?? Infinity);
  const children = Map.groupBy(
    index.nodes.keys(),
    (nodeIndex) => index.nodes[nodeIndex]?.parentNodeIndex ?? -1,
  );
  for (const siblings of children.values())
    siblings.sort((first, second) => startOf(second) - startOf(first));
  const rows: ComparedPath[] = [];
  const waiting = [...(children.get(-1) ?? [])];
  for (let nodeIndex = waiting.pop(); nodeIndex !== undefined; nodeIndex = waiting.pop()) {
    const node = index.nodes[nodeIndex];
    if (node === undefined) continue;
    const { service, name, depth } = node;
    rows.push({ service, name, depth, a: sidesA.get(nodeIndex) ?? null, b: sidesB.get(nodeIndex) ?? null });
    for (const child of children.get(nodeIndex) ?? []) waiting.push(child);
  }
  return rows;
}

function sidesOf(trace: AnalysedTrace, index: PathIndex): ReadonlyMap<number, ComparedPathSide> {
  const sides = new Map<number, ComparedPathSide>();
  const nodes = findNodeIndexes(trace, index);
  for (const [row, { span, selfNs, criticalNs }] of trace.rows.entries()) {
    const nodeIndex = nodes[row] ?? -1;
    const before = sides.get(nodeIndex);
    const [startNs, toNs] = [span.startNs - trace.startNs, endNs(span) - trace.startNs];
    sides.set(nodeIndex, {
      startNs: Math.min(before?.startNs ?? Infinity, startNs),
      endNs: Math.max(before?.endNs ?? -Infinity, toNs),
      totalNs: (before?.totalNs ?? 0) + Math.max(0, span.durationNs),
      selfNs: (before?.selfNs ?? 0) + selfNs,
      criticalNs: (before?.criticalNs ?? 0) + criticalNs,
      spanCount: (before?.spanCount ?? 0) + 1,
      phase: before?.phase ?? findDisplayedPhase(trace.spanMeanings.meaningByRow[row] ?? null),
    });
  }
  return sides;
}
