/** The map in a sentence: which service, or which way between two, requests wait for, and what became slower where two windows are compared. */
import { isSignificant } from "@/lib/analysis/statistics/mean-difference";
import { textPart, seconds, share } from "@/lib/sentences/traces/sentence-parts";
import type { Sentence } from "@/lib/model/sentence";
import type { EdgeChange } from "@/lib/analysis/traces/flow/compare-flows";
import type { FlowEdge, FlowMap } from "@/lib/analysis/traces/flow/flow-map";

/** Differences that are smaller than this share of the latency before are told by the table alone. */
const minReportedChange = 0.05;

/** `changes` is null where nothing is compared. */
export function flowSentence(map: FlowMap, changes: readonly EdgeChange[] | null): Sentence {
  const [first] = map.nodes;
  if (map.traces === 0 || first === undefined)
    return [textPart("No request was traced in this window.", true)];
  const slowed = changes === null ? null : largestChange(changes);
  if (changes !== null) return slowed === null ? unchanged(map, changes) : slowedSentence(slowed);
  const networkEdge = longestNetworkEdge(map);
  if (networkEdge !== null && networkEdge.networkShare > first.criticalShare)
    return [...networkSentence(networkEdge), ...failing(map)];
  return [
    textPart(`Requests wait for ${first.name} most: `, true),
    share(first.criticalShare),
    textPart(map.nodes.length === 1 ? " of their time." : ` of their time, of ${map.nodes.length} services.`),
    ...failing(map),
  ];
}

function longestNetworkEdge({ edges }: FlowMap): FlowEdge | null {
  return edges.reduce<FlowEdge | null>(
    (longest, edge) => (edge.networkShare > (longest?.networkShare ?? 0) ? edge : longest),
    null,
  );
}

function networkSentence({ from, to, networkShare }: FlowEdge): Sentence {
  return [
    textPart(`Requests wait on the network between ${from ?? "outside"} and ${to} most: `, true),
    share(networkShare),
    textPart(" of their time, more than for any service's own work."),
  ];
}

interface Changed {
  readonly change: EdgeChange;
  readonly differenceNs: number;
  readonly beforeNs: number;
}

/** Calls around a slow one are slow as well: of changes about as large, the one whose own share of requests' time grew most is it. */
const aboutAsLarge = 0.5;

/** A change that is more than chance, worth telling, and where it happened. Changes come with the largest effect on requests first. */
function largestChange(changes: readonly EdgeChange[]): Changed | null {
  const sure = changes.flatMap((change) => sureChange(change) ?? []);
  const largest = sure[0]?.differenceNs ?? 0;
  let chosen: Changed | null = null;
  for (const one of sure) {
    if (one.differenceNs / largest < aboutAsLarge) continue;
    if (chosen === null || grown(one) > grown(chosen)) chosen = one;
  }
  return chosen;
}

function sureChange(change: EdgeChange): Changed | null {
  const { latencyNs, before } = change;
  if (latencyNs === null || before === null || !isSignificant(latencyNs)) return null;
  const beforeNs = meanOf(before);
  if (Math.abs(latencyNs.difference) < minReportedChange * beforeNs) return null;
  return { change, differenceNs: latencyNs.difference, beforeNs };
}

function grown({ change, differenceNs }: Changed): number {
  return (change.criticalShare ?? 0) * Math.sign(differenceNs);
}

function slowedSentence({ change: { from, to }, differenceNs, beforeNs }: Changed): Sentence {
  const longestNs = Math.max(Math.abs(differenceNs), beforeNs);
  return [
    textPart(`Calls ${from === null ? "from outside" : `from ${from}`} to ${to} became `, true),
    seconds(Math.abs(differenceNs), longestNs),
    textPart(differenceNs > 0 ? " slower" : " faster", true),
    textPart(" on average, where they took "),
    seconds(beforeNs, longestNs),
    textPart("."),
  ];
}

function unchanged(map: FlowMap, changes: readonly EdgeChange[]): Sentence {
  const apart = changes.filter(({ before, after }) => before === null || after === null).length;
  return [
    textPart("No call became slower or faster by more than chance", true),
    textPart(
      apart === 0 ? "." : `; ${apart} ${apart === 1 ? "is" : "are"} seen in one of the two windows only.`,
    ),
    ...failing(map),
  ];
}

function failing({ edges }: FlowMap): Sentence {
  const failingEdge = edges.reduce<FlowEdge | null>(
    (worst, edge) => (edge.errors > (worst?.errors ?? 0) ? edge : worst),
    null,
  );
  if (failingEdge === null) return [];
  return [
    textPart(` Calls to ${failingEdge.to} fail in `),
    share(failingEdge.errors / failingEdge.calls),
    textPart("."),
  ];
}

function meanOf({ durationsNs }: FlowEdge): number {
  return durationsNs.reduce((sum, ns) => sum + ns, 0) / Math.max(1, durationsNs.length);
}
