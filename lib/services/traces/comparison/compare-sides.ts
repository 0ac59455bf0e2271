/** Builds the comparison response: the difference and its sentences, or the reason why there is none. */
import type {
  ComparedSide,
  TraceComparisonResponse,
  TraceDifference,
} from "@/lib/contracts/traces/trace-comparison";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { compareGroupsInSteps, type GroupComparison } from "@/lib/analysis/traces/comparison/compare-groups";
import {
  comparisonDetail,
  comparisonHeadline,
  missingFirstTokenWarning,
} from "@/lib/sentences/traces/comparison-headline";
import { sideColumnHeads, sideNames } from "@/lib/sentences/traces/side-names";
import { compareSlowWithRest } from "@/lib/analysis/traces/contrast/compare-slow-with-rest";
import {
  noPairedServices,
  pairServices,
  type PairedServices,
} from "@/lib/analysis/traces/comparison/paired-services";
import { comparePaths } from "@/lib/analysis/traces/comparison/compare-paths";
import { buildSharedHistogram } from "@/lib/analysis/traces/comparison/shared-histogram";
import { traceComparisonLimits, type ComparedTime } from "@/lib/model/traces/compared-group";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { runInSteps } from "@/lib/base/steps";
import type { ComparisonRequest } from "./resolve-comparison";
import { splitSidesByDuration, type SplitSides } from "./split-sides";
import type { SideTraces } from "./read-sides";
import { toComparedSide } from "./side-response";

interface CallContext {
  readonly signal: AbortSignal;
  readonly requestId: string;
}

interface ComparedSides {
  readonly time: ComparedTime;
  readonly parts: SplitSides;
  readonly comparison: GroupComparison | null;
  readonly paired: PairedServices;
}

interface BothSides {
  readonly a: SideTraces;
  readonly b: SideTraces;
}

/** Compares two groups of requests by phase and operation, and describes both for the response. */
export async function compareTraceSides(
  request: ComparisonRequest,
  sides: BothSides,
  { signal, requestId }: CallContext,
): Promise<ReadonlyDeep<Omit<TraceComparisonResponse, "asOfMs">>> {
  const found = await compareBy(request, sides, signal);
  const { time, parts, comparison, paired } = found;
  const names = sideNames(request, request.query.comparedAttribute);
  const labels = sideColumnHeads(request);
  const facts = (side: "a" | "b"): ReadonlyDeep<ComparedSide> =>
    toComparedSide(sides[side], {
      name: names[side],
      label: labels[side],
      requests: side === "a" ? parts.requestsA : parts.requestsB,
      missingFirstToken: missingFirstTokenOf(sides[side], time),
      time,
      requestId,
    });
  const isPair = request.a.group.kind === "trace" && request.b.group.kind === "trace";
  return {
    window: request.window,
    time,
    a: facts("a"),
    b: facts("b"),
    slowThreshold: parts.slowThreshold,
    headline: comparisonHeadline(request, names, {
      comparison,
      read: { a: sides.a.requests.length, b: sides.b.requests.length },
      split: { a: parts.requestsA.length, b: parts.requestsB.length },
      thresholdNs: parts.slowThreshold?.durationNs ?? null,
    }),
    remainder: comparisonDetail(request, names, comparison),
    difference:
      comparison === null
        ? null
        : {
            ...differenceOf(comparison, parts, isPair ? paired : null),
            attributeDifferences: attributeDifferencesOf(request, parts),
          },
    warnings: time === request.query.time ? [] : [missingFirstTokenWarning],
  };
}

/** Compares both sides by the requested time, or by full requests if one side reports no first token. */
async function compareBy(
  request: ComparisonRequest,
  sides: BothSides,
  signal: AbortSignal,
): Promise<ComparedSides> {
  const { query } = request;
  const haveFirstToken = [sides.a, sides.b].every(({ requests }) =>
    requests.some(({ ttftNs }) => ttftNs !== null),
  );
  const haveRequests = sides.a.requests.length > 0 && sides.b.requests.length > 0;
  const time = haveRequests && !haveFirstToken ? "request" : query.time;
  const parts = splitSidesByDuration(sides, time, query);
  const paired = pairedBy(request);
  const comparison = await runInSteps(
    compareGroupsInSteps(parts.requestsA, parts.requestsB, { time, paired }),
    signal,
  );
  return { time, parts, comparison, paired };
}

/** Pairs the services of two deployments. Within one deployment, services need no pairs. */
function pairedBy({ a, b }: ComparisonRequest): PairedServices {
  const [ofA, ofB] = [a.deployment, b.deployment];
  if (ofA === null || ofB === null || ofA.slug === ofB.slug) return noPairedServices;
  return pairServices(
    { services: ofA.traceServices, slug: ofA.slug },
    { services: ofB.traceServices, slug: ofB.slug },
  );
}

/** Returns the number of requests without a first token. They belong neither to the slow requests nor to the rest. */
function missingFirstTokenOf({ requests }: SideTraces, time: ComparedTime): number {
  return time === "request" ? 0 : requests.filter(({ ttftNs }) => ttftNs === null).length;
}

function differenceOf(
  comparison: GroupComparison,
  { requestsA: a, requestsB: b }: SplitSides,
  pairedTraces: PairedServices | null,
): Omit<ReadonlyDeep<TraceDifference>, "attributeDifferences"> {
  const {
    confidenceIntervalBasis: intervalsBy,
    total,
    phases,
    insignificant,
    nodes,
    comparedTime: time,
  } = comparison;
  return {
    confidenceIntervalBasis: intervalsBy,
    total,
    phases,
    insignificant,
    nodes: nodes
      .slice(0, traceComparisonLimits.maxNodes)
      .map(({ measures, ...node }) => ({ ...node, ...measures })),
    omittedNodeCount: Math.max(0, nodes.length - traceComparisonLimits.maxNodes),
    histogram: buildSharedHistogram(timesOf(a, time), timesOf(b, time)),
    pair: pairedTraces === null ? null : pairOf(a, b, pairedTraces),
  };
}

/**
 * Returns the attributes whose values differ between two groups. Null for single traces, because their attributes
 * cannot be counted.
 */
function attributeDifferencesOf(
  { a, b }: ComparisonRequest,
  parts: SplitSides,
): ReadonlyDeep<TraceDifference["attributeDifferences"]> {
  if (a.group.kind === "trace" || b.group.kind === "trace") return null;
  const found = compareSlowWithRest({ slow: parts.requestsA, rest: parts.requestsB });
  if (found.kind === "too-few") return { kind: "too-few", neededCount: found.neededCount };
  const rows = found.differences.map(
    ({
      feature,
      match,
      category,
      equivalents,
      slowCount: slow,
      restCount: rest,
      slowShare,
      restShare,
      pValue,
      mayBeChance,
    }) => ({
      ...feature,
      match,
      category: category,
      equivalents: equivalents,
      countA: slow,
      countB: rest,
      shareA: slowShare,
      shareB: restShare,
      pValue,
      mayBeChance,
    }),
  );
  return {
    kind: "differences",
    testCount: found.testCount,
    rows: rows.slice(0, traceComparisonLimits.maxAttributeDifferences),
    omittedCount: Math.max(0, rows.length - traceComparisonLimits.maxAttributeDifferences),
  };
}

function pairOf(
  [a]: readonly AnalysedTrace[],
  [b]: readonly AnalysedTrace[],
  paired: PairedServices,
): ReadonlyDeep<TraceDifference["pair"]> {
  if (a === undefined || b === undefined) return null;
  const rows = comparePaths(a, b, paired);
  return {
    rows: rows.slice(0, traceComparisonLimits.maxPairRows),
    omittedCount: Math.max(0, rows.length - traceComparisonLimits.maxPairRows),
  };
}

/** Returns the compared time of the requests that report it. */
function timesOf(requests: readonly AnalysedTrace[], time: ComparedTime): readonly number[] {
  return requests.flatMap(({ durationNs, ttftNs }) => {
    const ns = time === "request" ? durationNs : ttftNs;
    return ns === null ? [] : [ns];
  });
}
