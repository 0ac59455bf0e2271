/**
 * Compares two flow maps: the changes of the calls between each two services, and the calls that exist in one map only.
 */
import { fisherTwoSided } from "@/lib/analysis/statistics/significance/fisher-exact";
import {
  differenceOfMeans,
  meanWithVariance,
  groupIntoClusters,
  type MeanDifference,
} from "@/lib/analysis/statistics/significance/mean-difference";
import type { FlowEdge, FlowMap } from "./flow-map";

/** Calls between two services before and after, with the difference. */
export interface FlowEdgeChange {
  readonly from: string | null;
  readonly to: string;
  readonly before: FlowEdge | null;
  readonly after: FlowEdge | null;
  /** Calls per second after minus before; null if the calls exist on one side only. */
  readonly callsPerSecond: number | null;
  /** Calls per request, after minus before. */
  readonly callsPerTrace: number | null;
  readonly criticalShare: number | null;
  /**
   * Difference of the mean latency in nanoseconds, with a 95 % confidence interval that assumes independent calls.
   */
  readonly latencyNs: MeanDifference | null;
  readonly errorRatio: {
    readonly difference: number;
    /** P-value of Fisher's exact test for the error ratios. It is not corrected for the number of compared services. */
    readonly pValue: number;
  } | null;
}

/**
 * Compares the calls between services before and after a change, sorted by effect on request latency
 * (latency difference × calls per request), largest first. Calls that exist only before or only after are
 * first.
 */
export function compareFlows(before: FlowMap, after: FlowMap): readonly FlowEdgeChange[] {
  const key = ({ from, to }: Pick<FlowEdge, "from" | "to">): string => JSON.stringify([from, to]);
  const [ofBefore, ofAfter] = [before, after].map(({ edges }) => byKey(edges, key));
  const keys = new Set([...(ofBefore?.keys() ?? []), ...(ofAfter?.keys() ?? [])]);
  const changes = [...keys].flatMap((one): readonly FlowEdgeChange[] => {
    const [edgeBefore, edgeAfter] = [ofBefore?.get(one) ?? null, ofAfter?.get(one) ?? null];
    const ends = edgeBefore ?? edgeAfter;
    if (ends === null) return [];
    const { from, to } = ends;
    if (edgeBefore === null || edgeAfter === null)
      return [
        {
          from,
          to,
          before: edgeBefore,
          after: edgeAfter,
          callsPerSecond: null,
          callsPerTrace: null,
          criticalShare: null,
          latencyNs: null,
          errorRatio: null,
        },
      ];
    return [
      {
        from,
        to,
        before: edgeBefore,
        after: edgeAfter,
        callsPerSecond: edgeAfter.callsPerSecond - edgeBefore.callsPerSecond,
        callsPerTrace: edgeAfter.callCount / after.traceCount - edgeBefore.callCount / before.traceCount,
        criticalShare: edgeAfter.criticalShare - edgeBefore.criticalShare,
        latencyNs: latencyChange(edgeBefore, edgeAfter),
        errorRatio: {
          difference:
            edgeAfter.errorCount / edgeAfter.callCount - edgeBefore.errorCount / edgeBefore.callCount,
          pValue: fisherTwoSided(
            { hits: edgeAfter.errorCount, n: edgeAfter.callCount },
            { hits: edgeBefore.errorCount, n: edgeBefore.callCount },
          ),
        },
      },
    ];
  });
  return changes.sort((a, b) => computeWeight(b, after.traceCount) - computeWeight(a, after.traceCount));
}

function byKey(edges: readonly FlowEdge[], key: (edge: FlowEdge) => string): ReadonlyMap<string, FlowEdge> {
  return new Map(edges.map((edge) => [key(edge), edge]));
}

function computeWeight({ latencyNs, after }: FlowEdgeChange, traces: number): number {
  if (latencyNs === null) return Number.MAX_VALUE;
  return Math.abs(latencyNs.difference) * ((after?.callCount ?? 0) / Math.max(1, traces));
}

function latencyChange(before: FlowEdge, after: FlowEdge): MeanDifference {
  const of = ({ durationsNs }: FlowEdge) => {
    const indexes = [...durationsNs.keys()];
    return meanWithVariance({ indexes, values: durationsNs }, groupIntoClusters(indexes));
  };
  return differenceOfMeans(of(after), of(before));
}
