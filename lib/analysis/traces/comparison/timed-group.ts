/** The requests of one group with the time that is compared, cut into the slices that its intervals come from. */
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
import type { ComparedTime } from "@/lib/model/compared-group";

export interface Compared extends Difference {
  readonly a: number;
  readonly b: number;
}

export interface Timed {
  readonly trace: AnalysedTrace;
  readonly phaseNs: PhaseTimes;
}

export type Compare = (columnA: SparseColumn, columnB: SparseColumn) => Compared;

const tracesPerStep = 50;
const leastSlices = 20;
const minuteNs = 60_000_000_000n;

/** Those that tell the time. */
export function* timed(
  traces: readonly AnalysedTrace[],
  time: ComparedTime,
): Generator<void, readonly Timed[]> {
  if (time === "request") return traces.map((trace) => ({ trace, phaseNs: trace.phaseNs }));
  const telling: Timed[] = [];
  for (const [index, trace] of traces.entries()) {
    if (index % tracesPerStep === tracesPerStep - 1) yield;
    const sections = sectionsToFirstToken(trace);
    if (sections !== null) telling.push({ trace, phaseNs: phaseTimes(sections) });
  }
  return telling;
}

/** Slices are minutes where both groups have enough of them, else single requests. */
export function comparer(
  a: readonly Timed[],
  b: readonly Timed[],
): { readonly compare: Compare; readonly intervalsBy: "minutes" | "requests" } {
  const [minutesA, minutesB] = [minutes(a), minutes(b)];
  const byMinute = Math.min(minutesA.sizes.length, minutesB.sizes.length) >= leastSlices;
  const [slicesA, slicesB] = byMinute ? [minutesA, minutesB] : [each(a), each(b)];
  return {
    intervalsBy: byMinute ? "minutes" : "requests",
    compare: (columnA, columnB) => {
      const [ofA, ofB] = [meanOf(columnA, slicesA), meanOf(columnB, slicesB)];
      return { a: ofA.mean, b: ofB.mean, ...differenceOf(ofA, ofB) };
    },
  };
}

export function dense(group: readonly Timed[], of: (one: Timed) => number): SparseColumn {
  return { places: [...group.keys()], values: group.map(of) };
}

function minutes(group: readonly Timed[]): Slices {
  return slicesOf(group.map(({ trace }) => String(BigInt(trace.startEpochNs) / minuteNs)));
}

function each(group: readonly Timed[]): Slices {
  return slicesOf(group.map((_, place) => place));
}
