/**
 * Group against group: where the difference in time lies, by phase and by node of the path. Means over all requests of a group, one
 * that lacks a phase or node counting as 0 of it, so the phases' differences add up to the difference of the requests' time.
 *
 * Intervals come from slices of a minute where both groups have 20 of them, else from single requests, which are then taken to be
 * independent. A pair of traces has differences and no intervals.
 */
import { isSignificant } from "@/lib/analysis/statistics/mean-difference";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { sumOfPhases, type PhaseTimes } from "@/lib/analysis/traces/phase-sections";
import type { ComparedTime } from "@/lib/model/compared-group";
import { phaseIds, type PhaseId } from "@/lib/model/phase";
import { compareNodes, type NodeDifference } from "./compare-nodes";
import { noPairs, type PairedServices } from "./paired-services";
import {
  groupComparer,
  denseColumn,
  timedTraces,
  type CompareMeans,
  type ComparedMeans,
  type ComparedTrace,
} from "./timed-group";

export interface PhaseDifference extends ComparedMeans {
  readonly phase: PhaseId;
  /** Of the difference of the requests' time; null where that is 0. May be below 0 or above 1. */
  readonly share: number | null;
}

export interface GroupComparison {
  readonly time: ComparedTime;
  readonly a: number;
  readonly b: number;
  /** Requests left out because they do not tell their first token. */
  readonly missingFirstTokenA: number;
  readonly missingFirstTokenB: number;
  readonly intervalsBy: "minutes" | "requests";
  /** Nanoseconds of a request. */
  readonly total: ComparedMeans;
  /** In the order of phases, those that neither group has left out. */
  readonly phases: readonly PhaseDifference[];
  /** The phases whose difference may be chance, taken together; null where there are none. */
  readonly insignificant: ComparedMeans | null;
  /** Largest difference of critical time first. Always of the whole request. */
  readonly nodes: readonly NodeDifference[];
}

/** a − b, in nanoseconds of a request. Null where a group is empty or tells nothing. Linear in the spans, apart from sorting. */
export function compareGroups(
  a: readonly AnalysedTrace[],
  b: readonly AnalysedTrace[],
  time: ComparedTime = "request",
  paired: PairedServices = noPairs,
): GroupComparison | null {
  const steps = compareGroupsInSteps(a, b, { time, paired });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in steps, so that who has others to answer may do so between them. */
export function* compareGroupsInSteps(
  allA: readonly AnalysedTrace[],
  allB: readonly AnalysedTrace[],
  { time, paired }: { readonly time: ComparedTime; readonly paired: PairedServices },
): Generator<void, GroupComparison | null> {
  const a = yield* timedTraces(allA, time);
  const b = yield* timedTraces(allB, time);
  if (a.length === 0 || b.length === 0) return null;
  const { compare, intervalsBy } = groupComparer(a, b);
  const of = (value: (times: PhaseTimes) => number): ComparedMeans => compareTimes({ a, b }, compare, value);
  const total = of(sumOfPhases);
  const phases = phaseIds
    .map((phase) => {
      const compared = of((times) => times[phase]);
      return {
        phase,
        ...compared,
        share: total.difference === 0 ? null : compared.difference / total.difference,
      };
    })
    .filter((one) => one.a > 0 || one.b > 0);
  const insignificantPhases = phases
    .filter((one) => one.interval !== null && !isSignificant(one))
    .map(({ phase }) => phase);
  const traceOf = ({ trace }: ComparedTrace): AnalysedTrace => trace;
  return {
    time,
    a: a.length,
    b: b.length,
    missingFirstTokenA: allA.length - a.length,
    missingFirstTokenB: allB.length - b.length,
    intervalsBy,
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
  return compare(denseColumn(a, of), denseColumn(b, of));
}
