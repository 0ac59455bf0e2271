/**
 * Matches spans of many traces by path: the chain of service and operation from the request down. Spans with the same
 * path in one trace are summed, so a loop with more iterations has more spans and more time.
 */
import type { SparseColumn } from "@/lib/analysis/statistics/significance/mean-difference";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { pairOperations, type PairedOperations } from "./paired-operations";
import type { PairedServices } from "./paired-services";

/** Operation at one path from the root; spans with the same path are summed. */
export interface PathNode {
  /** Combined name if services of two deployments are paired. */
  readonly service: string;
  /** Combined name if operations of two deployments are paired. */
  readonly name: string;
  /** Index of the parent node; -1 for roots. */
  readonly parentNodeIndex: number;
  readonly depth: number;
}

/** Operations of both groups by their path from the root. Equal paths share one index. */
export interface PathIndex {
  readonly nodes: PathNode[];
  readonly indexByPath: Map<string, number>;
  readonly serviceNames: PairedServices["displayNames"];
  readonly operationNames: PairedOperations;
}

/** Measures of a path: total time, self time, time on the critical path, and number of spans. */
export const pathMeasures = ["totalNs", "selfNs", "criticalNs", "spans"] as const;
/** Name of one of the `pathMeasures`. */
export type PathMeasure = (typeof pathMeasures)[number];

/** Sums over the spans of one node in each trace of a group. Each array has one entry per trace with the node. */
export interface PathSums {
  readonly traceIndexes: number[];
  readonly totalNs: number[];
  readonly selfNs: number[];
  readonly criticalNs: number[];
  /** Number of spans per trace. */
  readonly spans: number[];
}

/** Creates an index without paths for the traces of both groups. */
export function createPathIndex(
  a: readonly AnalysedTrace[],
  b: readonly AnalysedTrace[],
  paired: PairedServices,
): PathIndex {
  return {
    nodes: [],
    indexByPath: new Map(),
    serviceNames: paired.displayNames,
    operationNames: pairOperations(a, b, paired),
  };
}

const tracesPerStep = 50;

/**
 * Adds up the times of the traces for each operation path, by node index, in steps. Time is linear in the
 * number of spans.
 */
export function* sumPathTimes(
  traces: readonly AnalysedTrace[],
  index: PathIndex,
): Generator<void, ReadonlyMap<number, PathSums>> {
  const sums = new Map<number, PathSums>();
  for (const [traceIndex, trace] of traces.entries()) {
    if (traceIndex % tracesPerStep === tracesPerStep - 1) yield;
    const nodes = findNodeIndexes(trace, index);
    for (const [row, { span, selfNs, criticalNs }] of trace.rows.entries()) {
      const node = nodes[row] ?? -1;
      let nodeSums = sums.get(node);
      if (nodeSums === undefined)
        sums.set(node, (nodeSums = { traceIndexes: [], totalNs: [], selfNs: [], criticalNs: [], spans: [] }));
      if (nodeSums.traceIndexes.at(-1) !== traceIndex) {
        nodeSums.traceIndexes.push(traceIndex);
        for (const measure of pathMeasures) nodeSums[measure].push(0);
      }
      const last = nodeSums.traceIndexes.length - 1;
      nodeSums.totalNs[last] = (nodeSums.totalNs[last] ?? 0) + Math.max(0, span.durationNs);
      nodeSums.selfNs[last] = (nodeSums.selfNs[last] ?? 0) + selfNs;
      nodeSums.criticalNs[last] = (nodeSums.criticalNs[last] ?? 0) + criticalNs;
      nodeSums.spans[last] = (nodeSums.spans[last] ?? 0) + 1;
    }
  }
  return sums;
}

const nothing: SparseColumn = { indexes: [], values: [] };

/** Returns one measure of a node as a column with an entry per trace. Empty if the group does not have the node. */
export function toSparseColumn(sums: PathSums | undefined, measure: PathMeasure): SparseColumn {
  return sums === undefined ? nothing : { indexes: sums.traceIndexes, values: sums[measure] };
}

/**
 * Returns the node index of each row of a trace. The request's row is processed first, because rows without
 * a reported parent may precede it.
 */
export function findNodeIndexes({ rows, tree }: AnalysedTrace, index: PathIndex): Int32Array {
  const nodes = new Int32Array(rows.length).fill(-1);
  for (const row of [tree.rootRow, ...rows.keys()]) {
    const analysed = rows[row];
    if (analysed === undefined || nodes[row] !== -1) continue;
    const parent = nodes[tree.parentRows[row] ?? -1] ?? -1;
    const service = index.serviceNames.get(analysed.span.service) ?? analysed.span.service;
    const name = index.operationNames.get(analysed.name) ?? analysed.name;
    const key = `${parent}\n${service}\n${name}`;
    let nodeIndex = index.indexByPath.get(key);
    if (nodeIndex === undefined) {
      nodeIndex = index.nodes.length;
      const depth = parent === -1 ? 0 : (index.nodes[parent]?.depth ?? 0) + 1;
      index.nodes.push({ service, name, parentNodeIndex: parent, depth });
      index.indexByPath.set(key, nodeIndex);
    }
    nodes[row] = nodeIndex;
  }
  return nodes;
}
