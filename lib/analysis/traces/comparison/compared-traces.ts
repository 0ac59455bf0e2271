/** Requests of a group with the compared time, split into the blocks that confidence intervals are based on. */
import {
  differenceOfMeans,
  meanWithVariance,
  groupIntoClusters,
  type MeanDifference,
  type ObservationClusters,
  type SparseColumn,
} from "@/lib/analysis/statistics/significance/mean-difference";
import { assignPhasesToFirstToken, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { sumTimesByPhase, type PhaseTimes } from "@/lib/analysis/traces/phase-segments";
import type { ComparedTime } from "@/lib/model/traces/compared-group";

/** Mean per request of group A and of group B, and the difference of the means. */
export interface ComparedMeans extends MeanDifference {
  readonly a: number;
  readonly b: number;
}

/** Trace with the phases of the compared time. */
export interface ComparedTrace {
  readonly trace: AnalysedTrace;
  readonly phaseNs: PhaseTimes;
}

/** Function that compares the means of one column between groups A and B. */
export type CompareMeans = (columnA: SparseColumn, columnB: SparseColumn) => ComparedMeans;

const tracesPerStep = 50;
const minMinutes = 20;
const minuteNs = 60_000_000_000n;

/** Returns the requests that report the compared time, with its phases, in steps. */
export function* selectTracesWithComparedTime(
  traces: readonly AnalysedTrace[],
  time: ComparedTime,
): Generator<void, readonly ComparedTrace[]> {
  if (time === "request") return traces.map((trace) => ({ trace, phaseNs: trace.phaseNs }));
  const withFirstToken: ComparedTrace[] = [];
  for (const [index, trace] of traces.entries()) {
    if (index % tracesPerStep === tracesPerStep - 1) yield;
    const segments = assignPhasesToFirstToken(trace);
    if (segments !== null) withFirstToken.push({ trace, phaseNs: sumTimesByPhase(segments) });
  }
  return withFirstToken;
}

/**
 * Returns a function that compares means. Its confidence intervals are based on minutes if both groups have
 * enough of them, else on individual requests.
 */
export function createGroupComparer(
  a: readonly ComparedTrace[],
  b: readonly ComparedTrace[],
): { readonly compare: CompareMeans; readonly confidenceIntervalBasis: "minutes" | "requests" } {
  const [minutesA, minutesB] = [groupByMinute(a), groupByMinute(b)];
  const byMinute = Math.min(minutesA.sizes.length, minutesB.sizes.length) >= minMinutes;
  const [blocksA, blocksB] = byMinute ? [minutesA, minutesB] : [groupByRequest(a), groupByRequest(b)];
  return {
    confidenceIntervalBasis: byMinute ? "minutes" : "requests",
    compare: (columnA, columnB) => {
      const [ofA, ofB] = [meanWithVariance(columnA, blocksA), meanWithVariance(columnB, blocksB)];
      return { a: ofA.mean, b: ofB.mean, ...differenceOfMeans(ofA, ofB) };
    },
  };
}

/** Returns a column that has a value for every trace of the group. */
export function createFullColumn(
  group: readonly ComparedTrace[],
  computeValue: (one: ComparedTrace) => number,
): SparseColumn {
  return { indexes: [...group.keys()], values: group.map(computeValue) };
}

function groupByMinute(group: readonly ComparedTrace[]): ObservationClusters {
  return groupIntoClusters(group.map(({ trace }) => String(BigInt(trace.startEpochNs) / minuteNs)));
}

function groupByRequest(group: readonly ComparedTrace[]): ObservationClusters {
  return groupIntoClusters(group.map((_, index) => index));
}
