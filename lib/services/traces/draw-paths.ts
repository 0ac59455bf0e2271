/** What is drawn over the rows of a trace: its critical path, the phases of the request as a ribbon, and the gaps. */
import type { TraceResponse } from "@/lib/contracts/traces";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { CriticalSection } from "@/lib/analysis/traces/critical-path";
import { gapsOf } from "@/lib/analysis/traces/gaps";
import type { PhaseSection } from "@/lib/analysis/traces/phase-sections";
import { phaseIds } from "@/lib/model/phase";

/** A gap shorter than this share of the request is not worth a row. */
const leastShare = 0.01;
const mostGaps = 2_000;

/** `placeOf`: where each row is drawn, -1 for what is left out. */
export function drawnCritical(
  sections: readonly CriticalSection[],
  placeOf: Int32Array,
): TraceResponse["critical"] {
  const seen = sections.filter(({ row }) => (placeOf[row] ?? -1) >= 0);
  return {
    row: seen.map(({ row }) => placeOf[row] ?? -1),
    fromNs: seen.map(({ fromNs }) => fromNs),
    toNs: seen.map(({ toNs }) => toNs),
  };
}

/** Neighbours of one phase are one part. */
export function drawnRibbon(sections: readonly PhaseSection[], startNs: number): TraceResponse["ribbon"] {
  const ribbon: TraceResponse["ribbon"] = {
    fromNs: sections[0]?.fromNs ?? startNs,
    phaseIndex: [],
    toNs: [],
  };
  for (const { phase, toNs, fromNs } of sections) {
    if (toNs <= fromNs) continue;
    const index = phaseIds.indexOf(phase);
    if (ribbon.phaseIndex.at(-1) === index) ribbon.toNs.pop();
    else ribbon.phaseIndex.push(index);
    ribbon.toNs.push(toNs);
  }
  return ribbon;
}

/** The longest where there are too many; one beside a row that is left out has no place to stand. */
export function drawnGaps({ rows, durationNs }: AnalysedTrace, placeOf: Int32Array): TraceResponse["gaps"] {
  const leastNs = Math.max(1, Math.ceil(durationNs * leastShare));
  const all = gapsOf(rows, leastNs);
  const drawnAt = (row: number): number | null => {
    if (row === -1) return -1;
    const place = placeOf[row] ?? -1;
    return place === -1 ? null : place;
  };
  const placed = all.flatMap(({ row, after, before, fromNs, toNs }) => {
    const [at, left, right] = [drawnAt(row), drawnAt(after), drawnAt(before)];
    return at === null || left === null || right === null
      ? []
      : [{ row: at, after: left, before: right, fromNs, toNs }];
  });
  const kept =
    placed.length <= mostGaps
      ? placed
      : placed.toSorted((a, b) => b.toNs - b.fromNs - (a.toNs - a.fromNs)).slice(0, mostGaps);
  return {
    leastNs,
    row: kept.map(({ row }) => row),
    after: kept.map(({ after }) => after),
    before: kept.map(({ before }) => before),
    fromNs: kept.map(({ fromNs }) => fromNs),
    toNs: kept.map(({ toNs }) => toNs),
    leftOut: all.length - kept.length,
  };
}
