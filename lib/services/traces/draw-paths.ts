/** What is drawn over the rows of a trace: its critical path, the phases of the request as a ribbon, and the gaps. */
import type { TraceResponse } from "@/lib/contracts/traces";
import { isEndOfStep } from "@/lib/base/run-in-steps";
import type { CriticalSection } from "@/lib/analysis/traces/critical-path";
import { gapsInSteps } from "@/lib/analysis/traces/gaps";
import type { PhaseSection } from "@/lib/analysis/traces/phase-sections";
import type { TreeRow } from "@/lib/analysis/traces/tree";
import { phaseIds } from "@/lib/model/phase";

/** A gap shorter than this share of the request is not worth a row. */
const minShare = 0.01;
const maxGaps = 2_000;

/** `placeOf`: where each row is drawn, -1 for what is left out. */
export function drawnCritical(
  sections: readonly CriticalSection[],
  positionOf: Int32Array,
): TraceResponse["critical"] {
  return {
    fromNs: sections[0]?.fromNs ?? 0,
    row: sections.map(({ row }) => positionOf[row] ?? -1),
    ns: sections.map(({ fromNs, toNs }) => toNs - fromNs),
  };
}

/** Neighbours of one phase are one part. */
export function* drawnRibbon(
  sections: readonly PhaseSection[],
  startNs: number,
): Generator<void, TraceResponse["ribbon"]> {
  const ribbon: TraceResponse["ribbon"] = {
    fromNs: sections[0]?.fromNs ?? startNs,
    phaseIndex: [],
    ns: [],
  };
  for (const [index, { phase, toNs, fromNs }] of sections.entries()) {
    if (isEndOfStep(index)) yield;
    if (toNs <= fromNs) continue;
    const phaseIndex = phaseIds.indexOf(phase);
    const before = ribbon.phaseIndex.at(-1) === phaseIndex ? (ribbon.ns.pop() ?? 0) : 0;
    if (before === 0) ribbon.phaseIndex.push(phaseIndex);
    ribbon.ns.push(before + toNs - fromNs);
  }
  return ribbon;
}

interface GapRows {
  readonly rows: readonly TreeRow[];
  /** Of the request. */
  readonly durationNs: number;
  /** Gaps of the first rows alone; of all without. */
  readonly upTo?: number;
}

/** The longest where there are too many; one beside a row that is left out has no place to stand. */
export function* drawnGaps(
  { rows, durationNs, upTo = rows.length }: GapRows,
  positionOf: Int32Array,
): Generator<void, TraceResponse["gaps"]> {
  const minNs = Math.max(1, Math.ceil(durationNs * minShare));
  // Where no child ran within a span at all, there is nothing between which a gap could stand: that is the span's own time.
  const found = yield* gapsInSteps(rows, minNs, upTo);
  const innerGaps = found.filter(({ after, before }) => after !== -1 || before !== -1);
  const drawnAt = (row: number): number | null => {
    if (row === -1) return -1;
    const position = positionOf[row] ?? -1;
    return position === -1 ? null : position;
  };
  const drawable = innerGaps.flatMap(({ row, after, before, fromNs, toNs }) => {
    const [at, afterRow, beforeRow] = [drawnAt(row), drawnAt(after), drawnAt(before)];
    return at === null || afterRow === null || beforeRow === null
      ? []
      : [{ row: at, after: afterRow, before: beforeRow, fromNs, toNs }];
  });
  const sent =
    drawable.length <= maxGaps
      ? drawable
      : drawable.toSorted((a, b) => b.toNs - b.fromNs - (a.toNs - a.fromNs)).slice(0, maxGaps);
  return {
    minNs,
    row: sent.map(({ row }) => row),
    after: sent.map(({ after }) => after),
    before: sent.map(({ before }) => before),
    fromNs: sent.map(({ fromNs }) => fromNs),
    toNs: sent.map(({ toNs }) => toNs),
    omittedCount: innerGaps.length - sent.length,
  };
}
