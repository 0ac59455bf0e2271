/**
 * Group against group: where the difference in time lies, by phase and by node of the path. Means over all requests of a group, one
 * that lacks a phase or node counting as 0 of it, so the phases' differences add up to the difference of the requests' time.
 *
 * Intervals come from slices of a minute where both groups have 20 of them, else from single requests, which are then taken to be
 * independent. A pair of traces has differences and no intervals.
 */
import {
  differenceOf,
  meanOf,
  slicesOf,
  type Difference,
  type Slices,
  type SparseColumn,
} from "@/lib/analysis/statistics/mean-difference";
import { sectionsToFirstToken, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { phaseTimes, type PhaseTimes } from "@/lib/analysis/traces/phase-sections";
import { phaseIds, type PhaseId } from "@/lib/model/phase";
import {
  columnOf,
  newPathIndex,
  pathMeasures,
  pathSums,
  type PathMeasure,
  type PathNode,
  type PathSums,
} from "./path-sums";

/** The whole request, or its time to the first token. */
export type ComparedTime = "request" | "first-token";

export interface Compared extends Difference {
  readonly a: number;
  readonly b: number;
}

export interface PhaseDifference extends Compared {
  readonly phase: PhaseId;
  /** Of the difference of the requests' time; null where that is 0. May be below 0 or above 1. */
  readonly share: number | null;
}

export interface NodeDifference extends PathNode {
  readonly measures: { readonly [M in PathMeasure]: Compared };
  /** Requests of each group that have the node. */
  readonly requestsA: number;
  readonly requestsB: number;
  readonly onlyIn: "a" | "b" | null;
}

export interface GroupComparison {
  readonly time: ComparedTime;
  readonly a: number;
  readonly b: number;
  /** Requests left out because they do not tell their first token. */
  readonly untold: number;
  readonly intervalsBy: "minutes" | "requests";
  /** Nanoseconds of a request. */
  readonly total: Compared;
  /** In the order of phases, those that neither group has left out. */
  readonly phases: readonly PhaseDifference[];
  /** Largest difference of critical time first. Always of the whole request. */
  readonly nodes: readonly NodeDifference[];
}

const leastSlices = 20;
const minuteNs = 60_000_000_000n;

/** a − b, in nanoseconds of a request. Null where a group is empty or tells nothing. Linear in the spans, apart from sorting. */
export function compareGroups(
  allA: readonly AnalysedTrace[],
  allB: readonly AnalysedTrace[],
  time: ComparedTime = "request",
): GroupComparison | null {
  const [a, b] = [timed(allA, time), timed(allB, time)];
  if (a.length === 0 || b.length === 0) return null;
  const [minutesA, minutesB] = [minutes(a), minutes(b)];
  const byMinute = Math.min(minutesA.sizes.length, minutesB.sizes.length) >= leastSlices;
  const slices = byMinute ? ([minutesA, minutesB] as const) : ([each(a), each(b)] as const);
  const compare = (columnA: SparseColumn, columnB: SparseColumn): Compared => {
    const [ofA, ofB] = [meanOf(columnA, slices[0]), meanOf(columnB, slices[1])];
    return { a: ofA.mean, b: ofB.mean, ...differenceOf(ofA, ofB) };
  };
  const total = compare(
    dense(a, ({ phaseNs }) => sumOf(phaseNs)),
    dense(b, ({ phaseNs }) => sumOf(phaseNs)),
  );
  const phases = phaseIds
    .map((phase) => {
      const own = compare(
        dense(a, ({ phaseNs }) => phaseNs[phase]),
        dense(b, ({ phaseNs }) => phaseNs[phase]),
      );
      return { phase, ...own, share: total.difference === 0 ? null : own.difference / total.difference };
    })
    .filter((one) => one.a > 0 || one.b > 0);
  return {
    time,
    a: a.length,
    b: b.length,
    untold: allA.length + allB.length - a.length - b.length,
    intervalsBy: byMinute ? "minutes" : "requests",
    total,
    phases,
    nodes: compareNodes(a, b, compare),
  };
}

interface Timed {
  readonly trace: AnalysedTrace;
  readonly phaseNs: PhaseTimes;
}

function timed(traces: readonly AnalysedTrace[], time: ComparedTime): readonly Timed[] {
  if (time === "request") return traces.map((trace) => ({ trace, phaseNs: trace.phaseNs }));
  return traces.flatMap((trace) => {
    const sections = sectionsToFirstToken(trace);
    return sections === null ? [] : [{ trace, phaseNs: phaseTimes(sections) }];
  });
}

function minutes(group: readonly Timed[]): Slices {
  return slicesOf(group.map(({ trace }) => String(BigInt(trace.startEpochNs) / minuteNs)));
}

function each(group: readonly Timed[]): Slices {
  return slicesOf(group.map((_, place) => place));
}

function dense(group: readonly Timed[], of: (one: Timed) => number): SparseColumn {
  return { places: [...group.keys()], values: group.map(of) };
}

function sumOf(times: PhaseTimes): number {
  return Object.values(times).reduce((sum, ns) => sum + ns, 0);
}

function compareNodes(
  a: readonly Timed[],
  b: readonly Timed[],
  compare: (columnA: SparseColumn, columnB: SparseColumn) => Compared,
): readonly NodeDifference[] {
  const index = newPathIndex();
  const sumsOf = (group: readonly Timed[]): ReadonlyMap<number, PathSums> =>
    pathSums(
      group.map(({ trace }) => trace),
      index,
    );
  const [sumsA, sumsB] = [sumsOf(a), sumsOf(b)];
  return index.nodes
    .map((node, place) => {
      const [ownA, ownB] = [sumsA.get(place), sumsB.get(place)];
      const measures = Object.fromEntries(
        pathMeasures.map((measure) => [measure, compare(columnOf(ownA, measure), columnOf(ownB, measure))]),
      ) as { readonly [M in PathMeasure]: Compared };
      const onlyIn = ownB === undefined ? ("a" as const) : ownA === undefined ? ("b" as const) : null;
      return {
        ...node,
        measures,
        requestsA: ownA?.places.length ?? 0,
        requestsB: ownB?.places.length ?? 0,
        onlyIn,
      };
    })
    .sort(
      (left, right) =>
        Math.abs(right.measures.criticalNs.difference) - Math.abs(left.measures.criticalNs.difference) ||
        Math.abs(right.measures.selfNs.difference) - Math.abs(left.measures.selfNs.difference),
    );
}
