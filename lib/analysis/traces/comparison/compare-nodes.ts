/** Compares the time that two groups spend in each node of the call path, including nodes of one group only. */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import {
  toSparseColumn,
  createPathIndex,
  pathMeasures,
  sumPathTimes,
  type PathMeasure,
  type PathNode,
  type PathSums,
} from "./path-sums";
import type { PairedServices } from "./paired-services";
import type { CompareMeans, ComparedMeans } from "./compared-traces";

/** Operation at one path from the root, with its mean times and its mean number of spans per request in both groups. */
export interface NodeDifference extends PathNode {
  /** Index of the node. Children of the node have this index as `parentNodeIndex`. */
  readonly nodeIndex: number;
  readonly measures: { readonly [M in PathMeasure]: ComparedMeans };
  /** Requests of group A that have the node. */
  readonly requestCountA: number;
  readonly requestCountB: number;
  /** Group that alone has the node; null if both groups have it. */
  readonly onlyIn: "a" | "b" | null;
}

const nodesPerStep = 8;

/**
 * Returns the nodes by absolute difference of critical time, largest first. Linear in the number of spans, except for
 * sorting.
 */
export function* compareNodes(
  a: readonly AnalysedTrace[],
  b: readonly AnalysedTrace[],
  { compare, paired }: { readonly compare: CompareMeans; readonly paired: PairedServices },
): Generator<void, readonly NodeDifference[]> {
  const index = createPathIndex(a, b, paired);
  const sumsA = yield* sumPathTimes(a, index);
  const sumsB = yield* sumPathTimes(b, index);
  const nodes: NodeDifference[] = [];
  for (const [nodeIndex, node] of index.nodes.entries()) {
    if (nodeIndex % nodesPerStep === nodesPerStep - 1) yield;
    nodes.push(differenceAt({ node, nodeIndex }, sumsA.get(nodeIndex), sumsB.get(nodeIndex), compare));
  }
  const weight = ({ measures }: NodeDifference, measure: PathMeasure): number =>
    Math.abs(measures[measure].difference);
  return nodes.sort(
    (first, second) =>
      weight(second, "criticalNs") - weight(first, "criticalNs") ||
      weight(second, "selfNs") - weight(first, "selfNs"),
  );
}

function differenceAt(
  { node, nodeIndex }: { readonly node: PathNode; readonly nodeIndex: number },
  nodeSumsA: PathSums | undefined,
  nodeSumsB: PathSums | undefined,
  compare: CompareMeans,
): NodeDifference {
  const measures = Object.fromEntries(
    pathMeasures.map((measure) => [
      measure,
      compare(toSparseColumn(nodeSumsA, measure), toSparseColumn(nodeSumsB, measure)),
    ]),
  ) as { readonly [M in PathMeasure]: ComparedMeans };
  return {
    ...node,
    nodeIndex,
    measures,
    requestCountA: nodeSumsA?.traceIndexes.length ?? 0,
    requestCountB: nodeSumsB?.traceIndexes.length ?? 0,
    onlyIn: nodeSumsB === undefined ? "a" : nodeSumsA === undefined ? "b" : null,
  };
}
