/** Node by node of the path, what the requests of two groups spend there, and what only one of them has. */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import {
  columnOf,
  newPathIndex,
  pathMeasures,
  pathSums,
  type PathMeasure,
  type PathNode,
  type PathSums,
} from "./path-sums";
import type { PairedServices } from "./paired-services";
import type { Compare, Compared } from "./timed-group";

export interface NodeDifference extends PathNode {
  /** Its own place, by which `parent` of others names it. */
  readonly place: number;
  readonly measures: { readonly [M in PathMeasure]: Compared };
  /** Requests of each group that have the node. */
  readonly requestsA: number;
  readonly requestsB: number;
  readonly onlyIn: "a" | "b" | null;
}

const nodesPerStep = 8;

/** Largest difference of critical time first. Linear in the spans, apart from sorting. */
export function* compareNodes(
  a: readonly AnalysedTrace[],
  b: readonly AnalysedTrace[],
  { compare, paired }: { readonly compare: Compare; readonly paired: PairedServices },
): Generator<void, readonly NodeDifference[]> {
  const index = newPathIndex(a, b, paired);
  const sumsA = yield* pathSums(a, index);
  const sumsB = yield* pathSums(b, index);
  const nodes: NodeDifference[] = [];
  for (const [place, node] of index.nodes.entries()) {
    if (place % nodesPerStep === nodesPerStep - 1) yield;
    nodes.push(differenceAt({ node, place }, sumsA.get(place), sumsB.get(place), compare));
  }
  const weight = ({ measures }: NodeDifference, measure: PathMeasure): number =>
    Math.abs(measures[measure].difference);
  return nodes.sort(
    (left, right) =>
      weight(right, "criticalNs") - weight(left, "criticalNs") ||
      weight(right, "selfNs") - weight(left, "selfNs"),
  );
}

function differenceAt(
  { node, place }: { readonly node: PathNode; readonly place: number },
  ownA: PathSums | undefined,
  ownB: PathSums | undefined,
  compare: Compare,
): NodeDifference {
  const measures = Object.fromEntries(
    pathMeasures.map((measure) => [measure, compare(columnOf(ownA, measure), columnOf(ownB, measure))]),
  ) as { readonly [M in PathMeasure]: Compared };
  return {
    ...node,
    place,
    measures,
    requestsA: ownA?.places.length ?? 0,
    requestsB: ownB?.places.length ?? 0,
    onlyIn: ownB === undefined ? "a" : ownA === undefined ? "b" : null,
  };
}
