/** Headline of the service flow: the service or network hop that requests wait for longest, or the largest change between two windows. */
import { isSignificant } from "@/lib/analysis/statistics/significance/mean-difference";
import { textPart, durationPart, sharePart } from "@/lib/sentences/traces/sentence-parts";
import type { Limits } from "@/lib/model/deployment/limits";
import type { Sentence } from "@/lib/model/sentence";
import type { FlowEdgeChange } from "@/lib/analysis/traces/flow/compare-flows";
import type { FlowEdge, FlowMap } from "@/lib/analysis/traces/flow/flow-map";
import { countWithNoun } from "@/lib/format/agreement";

/** Smaller changes, as a fraction of the earlier latency, appear in the table only. */
const minReportedChange = 0.05;

/**
 * Returns the headline of the service map: failing or slower calls. `changes` is null without a comparison.
 */
export function flowSentence(
  map: FlowMap,
  changes: readonly FlowEdgeChange[] | null,
  limits: Pick<Limits, "abortRatio">,
): Sentence {
  const [first] = map.nodes;
  if (map.traceCount === 0 || first === undefined)
    return [textPart("No requests were traced in this window.", true)];
  const slowed = changes === null ? null : largestChange(changes);
  if (changes !== null)
    return slowed === null
      ? [...unchangedSentence(map, changes), ...failingSentence(map, limits)]
      : slowedSentence(slowed);
  const networkEdge = longestNetworkEdge(map);
  if (networkEdge !== null && networkEdge.networkShare > first.criticalShare)
    return [...networkSentence(networkEdge), ...failingSentence(map, limits)];
  return [
    textPart(`Requests wait longest for ${first.name}: `, true),
    sharePart(first.criticalShare),
    textPart(" of their time"),
    ...comparedServices(map),
    ...failingSentence(map, limits),
  ];
}

/** Compares the first service with the second, or with all if there are more. */
function comparedServices({ nodes }: FlowMap): Sentence {
  const [, second] = nodes;
  if (second === undefined) return [textPart(".")];
  if (nodes.length > 2) return [textPart(`, more than for each of the ${nodes.length - 1} other services.`)];
  return [textPart(`, and ${second.name} takes `), sharePart(second.criticalShare), textPart(".")];
}

function longestNetworkEdge({ edges }: FlowMap): FlowEdge | null {
  return edges.reduce<FlowEdge | null>(
    (longest, edge) => (edge.networkShare > (longest?.networkShare ?? 0) ? edge : longest),
    null,
  );
}

function networkSentence({ from, to, networkShare }: FlowEdge): Sentence {
  return [
    textPart(`Requests wait longest on the network between ${from ?? "outside"} and ${to}: `, true),
    sharePart(networkShare),
    textPart(" of their time, more than for any service."),
  ];
}

interface SignificantChange {
  readonly change: FlowEdgeChange;
  readonly differenceNs: number;
  readonly beforeNs: number;
}

/**
 * Callers of a slow service become slower too. Changes of at least this fraction of the largest change are candidates for
 * the cause. The candidate with the largest share of the critical path is chosen.
 */
const minRelativeSize = 0.5;

/** Returns the significant change that probably caused the other changes. `changes` are sorted by effect on requests, largest first. */
function largestChange(changes: readonly FlowEdgeChange[]): SignificantChange | null {
  const significantChanges = changes.flatMap((change) => toSignificantChange(change) ?? []);
  const largest = significantChanges[0]?.differenceNs ?? 0;
  let chosen: SignificantChange | null = null;
  for (const one of significantChanges) {
    if (one.differenceNs / largest < minRelativeSize) continue;
    if (chosen === null || computeSignedShare(one) > computeSignedShare(chosen)) chosen = one;
  }
  return chosen;
}

function toSignificantChange(change: FlowEdgeChange): SignificantChange | null {
  const { latencyNs, before } = change;
  if (latencyNs === null || before === null || !isSignificant(latencyNs)) return null;
  const beforeNs = meanOf(before);
  if (Math.abs(latencyNs.difference) < minReportedChange * beforeNs) return null;
  return { change, differenceNs: latencyNs.difference, beforeNs };
}

function computeSignedShare({ change, differenceNs }: SignificantChange): number {
  return (change.criticalShare ?? 0) * Math.sign(differenceNs);
}

function slowedSentence({ change: { from, to }, differenceNs, beforeNs }: SignificantChange): Sentence {
  const longestNs = Math.max(Math.abs(differenceNs), beforeNs);
  return [
    textPart(`Calls ${from === null ? "from outside" : `from ${from}`} to ${to} are `, true),
    durationPart(Math.abs(differenceNs), longestNs),
    textPart(differenceNs > 0 ? " slower" : " faster", true),
    textPart(" on average than in the comparison window ("),
    durationPart(beforeNs, longestNs),
    textPart(")."),
  ];
}

function unchangedSentence(map: FlowMap, changes: readonly FlowEdgeChange[]): Sentence {
  const unmatched = changes.filter(({ before, after }) => before === null || after === null).length;
  return [
    textPart("No call became significantly slower or faster.", true),
    ...(unmatched === 0
      ? []
      : [
          textPart(
            ` ${countWithNoun(unmatched, "call exists", "calls exist")} in only one of the two windows.`,
          ),
        ]),
  ];
}

/** States the calls that fail most often, and the requests that clients abort. */
function failingSentence(map: FlowMap, limits: Pick<Limits, "abortRatio">): Sentence {
  return [...failingCalls(map), ...abortedRequests(map, limits)];
}

function abortedRequests({ edges }: FlowMap, { abortRatio }: Pick<Limits, "abortRatio">): Sentence {
  const entries = edges.filter(({ from }) => from === null);
  const calls = entries.reduce((sum, edge) => sum + edge.callCount, 0);
  const ratio = entries.reduce((sum, { abortCount: aborts }) => sum + aborts, 0) / Math.max(1, calls);
  return ratio > abortRatio
    ? [textPart(" "), sharePart(ratio), textPart(" of requests are aborted by clients.")]
    : [];
}

function failingCalls({ edges }: FlowMap): Sentence {
  const failingEdge = edges.reduce<FlowEdge | null>(
    (worst, edge) => (edge.errorCount > (worst?.errorCount ?? 0) ? edge : worst),
    null,
  );
  if (failingEdge === null) return [];
  return [
    textPart(" "),
    sharePart(failingEdge.errorCount / failingEdge.callCount),
    textPart(` of calls to ${failingEdge.to} fail.`),
  ];
}

function meanOf({ durationsNs }: FlowEdge): number {
  return durationsNs.reduce((sum, ns) => sum + ns, 0) / Math.max(1, durationsNs.length);
}
