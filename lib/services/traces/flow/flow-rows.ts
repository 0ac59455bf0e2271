/** Converts edges of a flow map to response rows. */
import type { FlowEdgeRow } from "@/lib/contracts/traces/trace-flow";
import type { FlowEdgeChange } from "@/lib/analysis/traces/flow/compare-flows";
import type { FlowEdge, FlowMap } from "@/lib/analysis/traces/flow/flow-map";

type Side = NonNullable<FlowEdgeRow["now"]>;

function sideOf(edge: FlowEdge): Side {
  const { from: _from, to: _to, durationsNs: _durationsNs, ...side } = edge;
  return side;
}

/** Converts the calls between services to rows of the response, in the order of the map. */
export function toFlowRows({ edges }: FlowMap): readonly FlowEdgeRow[] {
  return edges.map((edge) => ({
    from: edge.from,
    to: edge.to,
    now: sideOf(edge),
    before: null,
    change: null,
  }));
}

/**
 * Converts compared calls to rows of the response, in the order of the changes. `areRatesComparable` is
 * false if the rates of the windows have different scales.
 */
export function toComparedFlowRows(
  changes: readonly FlowEdgeChange[],
  areRatesComparable: boolean,
): readonly FlowEdgeRow[] {
  return changes.map(({ from, to, before, after, ...change }) => ({
    from,
    to,
    now: after === null ? null : sideOf(after),
    before: before === null ? null : sideOf(before),
    change: changeOf(change, areRatesComparable),
  }));
}

type Change = Pick<
  FlowEdgeChange,
  "callsPerSecond" | "callsPerTrace" | "criticalShare" | "latencyNs" | "errorRatio"
>;

function changeOf(
  { callsPerSecond, callsPerTrace, criticalShare, latencyNs, errorRatio }: Change,
  isOneScale: boolean,
): FlowEdgeRow["change"] {
  if (callsPerTrace === null || criticalShare === null || latencyNs === null || errorRatio === null)
    return null;
  return {
    callsPerSecond: isOneScale ? callsPerSecond : null,
    callsPerTrace,
    criticalShare,
    latencyNs,
    errorRatio,
  };
}
