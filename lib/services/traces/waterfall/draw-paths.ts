/** Overlays of the trace view: critical path, phases of the request, and gaps. */
import type { TraceResponse } from "@/lib/contracts/traces/traces";
import { isEndOfStep } from "@/lib/base/steps";
import type { CriticalPathSegment } from "@/lib/analysis/traces/times/critical-path";
import { findGapsInSteps } from "@/lib/analysis/traces/times/gaps";
import type { PhaseSegment } from "@/lib/analysis/traces/phase-segments";
import type { TreeRow } from "@/lib/analysis/traces/tree-rows";
import { phaseIds } from "@/lib/model/traces/phase";

/** Minimum gap to draw, as a fraction of the request. */
const minShare = 0.01;
const maxGaps = 2_000;

/** Maps the critical path to displayed rows. `drawnPositions` is -1 for omitted rows. */
export function drawCriticalPath(
  segments: readonly CriticalPathSegment[],
  drawnPositions: Int32Array,
): TraceResponse["critical"] {
  return {
    fromNs: segments[0]?.fromNs ?? 0,
    row: segments.map(({ row }) => drawnPositions[row] ?? -1),
    ns: segments.map(({ fromNs, toNs }) => toNs - fromNs),
  };
}

/** Merges adjacent segments of one phase for the phase ribbon, in steps. */
export function* drawPhaseRibbon(
  segments: readonly PhaseSegment[],
  startNs: number,
): Generator<void, TraceResponse["ribbon"]> {
  const ribbon: TraceResponse["ribbon"] = {
    fromNs: segments[0]?.fromNs ?? startNs,
    phaseIndex: [],
    ns: [],
  };
  for (const [index, { phase, toNs, fromNs }] of segments.entries()) {
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
  /** Duration of the request. */
  readonly durationNs: number;
  /** Limits the gaps to the first rows. */
  readonly upTo?: number;
}

/** Returns the longest gaps, up to the limit, in steps. A gap next to an omitted row is not displayed. */
export function* drawSpanGaps(
  { rows, durationNs, upTo = rows.length }: GapRows,
  drawnPositions: Int32Array,
): Generator<void, TraceResponse["gaps"]> {
  const minNs = Math.max(1, Math.ceil(durationNs * minShare));
  // A span without any child inside it has no gap; that time is its self time.
  const found = yield* findGapsInSteps(rows, minNs, upTo);
  const innerGaps = found.filter(
    ({ precedingRow: after, followingRow: before }) => after !== -1 || before !== -1,
  );
  const drawnAt = (row: number): number | null => {
    if (row === -1) return -1;
    const position = drawnPositions[row] ?? -1;
    return position === -1 ? null : position;
  };
  const drawable = innerGaps.flatMap(
    ({ parentRow: row, precedingRow: after, followingRow: before, fromNs, toNs }) => {
      const [at, afterRow, beforeRow] = [drawnAt(row), drawnAt(after), drawnAt(before)];
      return at === null || afterRow === null || beforeRow === null
        ? []
        : [{ row: at, after: afterRow, before: beforeRow, fromNs, toNs }];
    },
  );
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
