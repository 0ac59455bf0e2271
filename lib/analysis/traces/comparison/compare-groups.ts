/**
 * Compares two groups of requests by phase and by node of the call path. Means are over all requests of a group, and
 * a missing phase or node counts as 0. The phase differences therefore sum to the difference in request time.
 *
 * Confidence intervals come from blocks of one minute if both groups have 20 of them, otherwise from individual requests,
 * which are then assumed to be independent. A pair of traces has differences without intervals.
 */
import { isSignificant } from "@/lib/analysis/statistics/significance/mean-difference";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { sumPhaseTimes, type PhaseTimes } from "@/lib/analysis/traces/phase-segments";
import type { ComparedTime } from "@/lib/model/traces/compared-group";
import { phaseIds, type PhaseId } from "@/lib/model/traces/phase";
import { compareNodes, type NodeDifference } from "./compare-nodes";
import { noPairedServices, type PairedServices } from "./paired-services";
import {
  createGroupComparer,
  createFullColumn,
  selectTracesWithComparedTime,
  type CompareMeans,
  type ComparedMeans,
  type ComparedTrace,
} from "./compared-traces";

/** Mean time per request in one phase in both groups, with the difference of the means. */
export interface PhaseDifference extends ComparedMeans {
  readonly phase: PhaseId;
  /** Fraction of the difference in request time; null when that difference is 0. May be below 0 or above 1. */
  readonly differenceShare: number | null;
}

/** Comparison of two groups of requests by phase. */
export interface GroupComparison {
  readonly comparedTime: ComparedTime;
  readonly requestCountA: number;
  readonly requestCountB: number;
  /** Number of requests that are excluded because they report no first token. */
  readonly missingFirstTokenCountA: number;
  readonly missingFirstTokenCountB: number;
  readonly confidenceIntervalBasis: "minutes" | "requests";
  /** Compared time in nanoseconds per request. */
  readonly total: ComparedMeans;
  /** Phases that occur in at least one group, in phase order. */
  readonly phases: readonly PhaseDifference[];
  /** Sum of the phases whose difference may be due to chance; null when there are none. */
  readonly insignificant: ComparedMeans | null;
  /**
   * Nodes by absolute difference of critical time, largest first. They cover the full request, also if the compared
   * time is the time to first token.
   */
  readonly nodes: readonly NodeDifference[];
}

/**
 * Compares group `a` with group `b`; differences are a − b in nanoseconds per request. Returns null when a group has
 * no request with the compared time. Linear in the number of spans, except for sorting.
 */
export function compareGroups(
  a: readonly AnalysedTrace[],
  b: readonly AnalysedTrace[],
  time: ComparedTime = "request",
  paired: PairedServices = noPairedServices,
): GroupComparison | null {
  const steps = compareGroupsInSteps(a, b, { time, paired });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Compares two groups in steps, so that the caller can handle other requests in between. */
export function* compareGroupsInSteps(
  allA: readonly AnalysedTrace[],
  allB: readonly AnalysedTrace[],
  { time, paired }: { readonly time: ComparedTime; readonly paired: PairedServices },
): Generator<void, GroupComparison | null> {
  const a = yield* selectTracesWithComparedTime(allA, time);
  const b = yield* selectTracesWithComparedTime(allB, time);
  if (a.length === 0 || b.length === 0) return null;
  const { compare, confidenceIntervalBasis } = createGroupComparer(a, b);
  const of = (value: (times: PhaseTimes) => number): ComparedMeans => compareTimes({ a, b }, compare, value);
  const total = of(sumPhaseTimes);
  const phases = phaseIds
    .map((phase) => {
      const compared = of((times) => times[phase]);
      return {
        phase,
        ...compared,
        differenceShare: total.difference === 0 ? null : compared.difference / total.difference,
      };
    })
    .filter((one) => one.a > 0 || one.b > 0);
  const insignificantPhases = phases
    .filter((one) => one.interval !== null && !isSignificant(one))
    .map(({ phase }) => phase);
  const traceOf = ({ trace }: ComparedTrace): AnalysedTrace => trace;
  return {
    comparedTime: time,
    requestCountA: a.length,
    requestCountB: b.length,
    missingFirstTokenCountA: allA.length - a.length,
    missingFirstTokenCountB: allB.length - b.length,
    confidenceIntervalBasis,
    total,
    phases,
    insignificant:
      insignificantPhases.length === 0
        ? null
        : of((times) => insignificantPhases.reduce((sum, phase) => sum + times[phase], 0)),
    nodes: yield* compareNodes(a.map(traceOf), b.map(traceOf), { compare, paired }),
  };
}

function compareTimes(
  { a, b }: { readonly a: readonly ComparedTrace[]; readonly b: readonly ComparedTrace[] },
  compare: CompareMeans,
  value: (times: PhaseTimes) => number,
): ComparedMeans {
  const of = ({ phaseNs }: ComparedTrace): number => value(phaseNs);
  return compare(createFullColumn(a, of), createFullColumn(b, of));
}
