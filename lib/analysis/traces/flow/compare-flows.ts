/** Two flow maps side by side: what changed on each edge, and edges that only one of them has. */
import { fisherTwoSided } from "@/lib/analysis/statistics/fisher-exact";
import { differenceOf, meanOf, slicesOf, type Difference } from "@/lib/analysis/statistics/mean-difference";
import type { FlowEdge, FlowMap } from "./flow-map";

export interface EdgeChange {
  readonly from: string | null;
  readonly to: string;
  readonly before: FlowEdge | null;
  readonly after: FlowEdge | null;
  /** After less before; null where one side is missing. */
  readonly perSecond: number | null;
  /** Calls of a request. */
  readonly callsPerTrace: number | null;
  readonly criticalShare: number | null;
  /** Of the mean latency, in nanoseconds, with its 95 % interval as if calls were independent. */
  readonly latencyNs: Difference | null;
  readonly errors: {
    readonly difference: number;
    /** Chance of shares of errors this far apart, by Fisher's exact test; one question among as many as there are edges. */
    readonly chance: number;
  } | null;
}

/** Largest change of latency for requests first: difference × calls of a request; what only one side has before all. */
export function compareFlows(before: FlowMap, after: FlowMap): readonly EdgeChange[] {
  const key = ({ from, to }: Pick<FlowEdge, "from" | "to">): string => JSON.stringify([from, to]);
  const [ofBefore, ofAfter] = [before, after].map(({ edges }) => byKey(edges, key));
  const keys = new Set([...(ofBefore?.keys() ?? []), ...(ofAfter?.keys() ?? [])]);
  const changes = [...keys].flatMap((one): readonly EdgeChange[] => {
    const [left, right] = [ofBefore?.get(one) ?? null, ofAfter?.get(one) ?? null];
    const ends = left ?? right;
    if (ends === null) return [];
    const { from, to } = ends;
    if (left === null || right === null)
      return [
        {
          from,
          to,
          before: left,
          after: right,
          perSecond: null,
          callsPerTrace: null,
          criticalShare: null,
          latencyNs: null,
          errors: null,
        },
      ];
    return [
      {
        from,
        to,
        before: left,
        after: right,
        perSecond: right.perSecond - left.perSecond,
        callsPerTrace: right.calls / after.traces - left.calls / before.traces,
        criticalShare: right.criticalShare - left.criticalShare,
        latencyNs: latencyChange(left, right),
        errors: {
          difference: right.errors / right.calls - left.errors / left.calls,
          chance: fisherTwoSided(
            { hits: right.errors, n: right.calls },
            { hits: left.errors, n: left.calls },
          ),
        },
      },
    ];
  });
  return changes.sort((a, b) => weight(b, after.traces) - weight(a, after.traces));
}

function byKey(edges: readonly FlowEdge[], key: (edge: FlowEdge) => string): ReadonlyMap<string, FlowEdge> {
  return new Map(edges.map((edge) => [key(edge), edge]));
}

function weight({ latencyNs, after }: EdgeChange, traces: number): number {
  if (latencyNs === null) return Number.MAX_VALUE;
  return Math.abs(latencyNs.difference) * ((after?.calls ?? 0) / Math.max(1, traces));
}

function latencyChange(before: FlowEdge, after: FlowEdge): Difference {
  const of = ({ durationsNs }: FlowEdge) => {
    const places = [...durationsNs.keys()];
    return meanOf({ places, values: durationsNs }, slicesOf(places));
  };
  return differenceOf(of(after), of(before));
}
