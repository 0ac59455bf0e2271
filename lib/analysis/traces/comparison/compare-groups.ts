/**
 * Group against group: where the difference in time lies, by phase and by node of the path. Means over all requests of a group, one
 * that lacks a phase or node counting as 0 of it, so the phases' differences add up to the difference of the requests' time.
 *
 * Intervals come from slices of a minute where both groups have 20 of them, else from single requests, which are then taken to be
 * independent. A pair of traces has differences and no intervals.
 */
import { isSure } from "@/lib/analysis/statistics/mean-difference";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { sumOfPhases, type PhaseTimes } from "@/lib/analysis/traces/phase-sections";
import type { ComparedTime } from "@/lib/model/compared-group";
import { phaseIds, type PhaseId } from "@/lib/model/phase";
import { compareNodes, type NodeDifference } from "./compare-nodes";
import { noPairs, type PairedServices } from "./paired-services";
import { comparer, dense, timed, type Compare, type Compared, type Timed } from "./timed-group";

export interface PhaseDifference extends Compared {
  readonly phase: PhaseId;
  /** Of the difference of the requests' time; null where that is 0. May be below 0 or above 1. */
  readonly share: number | null;
}

export interface GroupComparison {
  readonly time: ComparedTime;
  readonly a: number;
  readonly b: number;
  /** Requests left out because they do not tell their first token. */
  readonly untoldA: number;
  readonly untoldB: number;
  readonly intervalsBy: "minutes" | "requests";
  /** Nanoseconds of a request. */
  readonly total: Compared;
  /** In the order of phases, those that neither group has left out. */
  readonly phases: readonly PhaseDifference[];
  /** The phases whose difference may be chance, taken together; null where there are none. */
  readonly within: Compared | null;
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
  const steps = comparingGroups(a, b, { time, paired });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in steps, so that who has others to answer may do so between them. */
export function* comparingGroups(
  allA: readonly AnalysedTrace[],
  allB: readonly AnalysedTrace[],
  { time, paired }: { readonly time: ComparedTime; readonly paired: PairedServices },
): Generator<void, GroupComparison | null> {
  const a = yield* timed(allA, time);
  const b = yield* timed(allB, time);
  if (a.length === 0 || b.length === 0) return null;
  const { compare, intervalsBy } = comparer(a, b);
  const of = (value: (times: PhaseTimes) => number): Compared => compareTimes({ a, b }, compare, value);
  const total = of(sumOfPhases);
  const phases = phaseIds
    .map((phase) => {
      const own = of((times) => times[phase]);
      return { phase, ...own, share: total.difference === 0 ? null : own.difference / total.difference };
    })
    .filter((one) => one.a > 0 || one.b > 0);
  const unsure = phases.filter((one) => one.interval !== null && !isSure(one)).map(({ phase }) => phase);
  const traceOf = ({ trace }: Timed): AnalysedTrace => trace;
  return {
    time,
    a: a.length,
    b: b.length,
    untoldA: allA.length - a.length,
    untoldB: allB.length - b.length,
    intervalsBy,
    total,
    phases,
    within: unsure.length === 0 ? null : of((times) => unsure.reduce((sum, phase) => sum + times[phase], 0)),
    nodes: yield* compareNodes(a.map(traceOf), b.map(traceOf), { compare, paired }),
  };
}

function compareTimes(
  { a, b }: { readonly a: readonly Timed[]; readonly b: readonly Timed[] },
  compare: Compare,
  value: (times: PhaseTimes) => number,
): Compared {
  const of = ({ phaseNs }: Timed): number => value(phaseNs);
  return compare(dense(a, of), dense(b, of));
}
