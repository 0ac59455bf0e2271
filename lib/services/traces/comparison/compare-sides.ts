/** The answer of a comparison, from the requests that were read: the difference and how it is said, or why there is none to say. */
import type {
  ComparedSide,
  TraceComparisonResponse,
  TraceDifference,
} from "@/lib/contracts/trace-comparison";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { comparingGroups, type GroupComparison } from "@/lib/analysis/traces/comparison/compare-groups";
import { remainderSentence } from "@/lib/analysis/traces/comparison/comparison-sentence";
import { slowAgainstRest } from "@/lib/analysis/traces/contrast/slow-against-rest";
import { noPairs, pairServices, type PairedServices } from "@/lib/analysis/traces/comparison/paired-services";
import { pairRows } from "@/lib/analysis/traces/comparison/pair-rows";
import { sharedHistogram } from "@/lib/analysis/traces/comparison/time-histogram";
import { comparisonBounds, type ComparedTime } from "@/lib/model/compared-group";
import type { Sent } from "@/lib/server/handler";
import { inSteps } from "@/lib/base/in-steps";
import type { AskedComparison } from "./asked-comparison";
import { headlineOf } from "./headline";
import { partSides, type PartedSides } from "./part-sides";
import type { SideRead } from "./read-sides";
import { sideFacts } from "./side-facts";
import { sideLabels, sideNames } from "./side-names";

interface Caller {
  readonly signal: AbortSignal;
  readonly requestId: string;
}

interface Found {
  readonly time: ComparedTime;
  readonly parts: PartedSides;
  readonly comparison: GroupComparison | null;
  readonly paired: PairedServices;
}

interface BothSides {
  readonly a: SideRead;
  readonly b: SideRead;
}

export async function compareSides(
  asked: AskedComparison,
  sides: BothSides,
  { signal, requestId }: Caller,
): Promise<Sent<Omit<TraceComparisonResponse, "asOfMs">>> {
  const found = await compareBy(asked, sides, signal);
  const { time, parts, comparison, paired } = found;
  const names = sideNames(asked);
  const labels = sideLabels(asked);
  const facts = (side: "a" | "b"): Sent<ComparedSide> =>
    sideFacts(sides[side], {
      name: names[side],
      label: labels[side],
      requests: parts[side],
      untold: untoldOf(sides[side], time),
      time,
      requestId,
    });
  const isPair = asked.a.group.kind === "trace" && asked.b.group.kind === "trace";
  return {
    window: asked.window,
    time,
    a: facts("a"),
    b: facts("b"),
    threshold: parts.threshold,
    headline: headlineOf(asked, names, { parts, comparison, read: countsOf(sides) }),
    second: comparison === null ? null : remainderSentence(comparison),
    difference:
      comparison === null
        ? null
        : { ...differenceOf(comparison, parts, isPair ? paired : null), apart: apartOf(asked, parts) },
    warnings: time === asked.query.time ? [] : [tokenless],
  };
}

const tokenless =
  "One side has no request that tells its first token, so whole requests are compared instead.";

/** By the time asked for; by whole requests where one side does not tell its first token at all. */
async function compareBy(asked: AskedComparison, sides: BothSides, signal: AbortSignal): Promise<Found> {
  const { query } = asked;
  const isTold = [sides.a, sides.b].every(({ requests }) => requests.some(({ ttftNs }) => ttftNs !== null));
  const areRead = sides.a.requests.length > 0 && sides.b.requests.length > 0;
  const time = areRead && !isTold ? "request" : query.time;
  const parts = partSides(sides, time, query);
  const paired = pairedBy(asked);
  const comparison = await inSteps(comparingGroups(parts.a, parts.b, { time, paired }), signal);
  return { time, parts, comparison, paired };
}

/** Services of two deployments stand for each other; of one deployment each is itself. */
function pairedBy({ a, b }: AskedComparison): PairedServices {
  const [ofA, ofB] = [a.deployment, b.deployment];
  if (ofA === null || ofB === null || ofA.slug === ofB.slug) return noPairs;
  return pairServices(
    { services: ofA.traceServices, slug: ofA.slug },
    { services: ofB.traceServices, slug: ofB.slug },
  );
}

/** Of all that were read: a request that does not tell the time is neither slow nor of the rest. */
function untoldOf({ requests }: SideRead, time: ComparedTime): number {
  return time === "request" ? 0 : requests.filter(({ ttftNs }) => ttftNs === null).length;
}

function countsOf({ a, b }: BothSides): { readonly a: number; readonly b: number } {
  return { a: a.requests.length, b: b.requests.length };
}

function differenceOf(
  comparison: GroupComparison,
  { a, b }: PartedSides,
  pairedTraces: PairedServices | null,
): Omit<Sent<TraceDifference>, "apart"> {
  const { intervalsBy, total, phases, within, nodes, time } = comparison;
  return {
    intervalsBy,
    total,
    phases,
    within,
    nodes: nodes.slice(0, comparisonBounds.nodes).map(({ measures, ...node }) => ({ ...node, ...measures })),
    nodesLeftOut: Math.max(0, nodes.length - comparisonBounds.nodes),
    histogram: sharedHistogram(timesOf(a, time), timesOf(b, time)),
    pair: pairedTraces === null ? null : pairOf(a, b, pairedTraces),
  };
}

/** What single traces have more often than others is nothing to ask. */
function apartOf({ a, b }: AskedComparison, parts: PartedSides): Sent<TraceDifference["apart"]> {
  if (a.group.kind === "trace" || b.group.kind === "trace") return null;
  const found = slowAgainstRest({ slow: parts.a, rest: parts.b });
  if (found.kind === "too-few") return { kind: "too-few", needed: found.needed };
  const rows = found.separations.map(
    ({ feature, match, about, also, slow, rest, slowShare, restShare, chance, isChance }) => ({
      ...feature,
      match,
      about,
      also,
      a: slow,
      b: rest,
      shareA: slowShare,
      shareB: restShare,
      chance,
      isChance,
    }),
  );
  return {
    kind: "separations",
    questions: found.questions,
    rows: rows.slice(0, comparisonBounds.separations),
    leftOut: Math.max(0, rows.length - comparisonBounds.separations),
  };
}

function pairOf(
  [a]: readonly AnalysedTrace[],
  [b]: readonly AnalysedTrace[],
  paired: PairedServices,
): Sent<TraceDifference["pair"]> {
  if (a === undefined || b === undefined) return null;
  const rows = pairRows(a, b, paired);
  return {
    rows: rows.slice(0, comparisonBounds.pairRows),
    leftOut: Math.max(0, rows.length - comparisonBounds.pairRows),
  };
}

/** The compared time of those that tell it. */
export function timesOf(requests: readonly AnalysedTrace[], time: ComparedTime): readonly number[] {
  return requests.flatMap(({ durationNs, ttftNs }) => {
    const ns = time === "request" ? durationNs : ttftNs;
    return ns === null ? [] : [ns];
  });
}
