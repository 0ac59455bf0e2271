/**
 * Request time per phase: each segment of the critical path gets the phase of its span, or of the request's
 * attributes if the span has none. The rest is unexplained. The segments are contiguous, so the phases sum exactly to
 * the request's time, and parallel work counts once.
 */
import { runWithoutPause, isEndOfStep } from "@/lib/base/steps";
import { phaseIds, type PhaseId } from "@/lib/model/traces/phase";
import type { CriticalPathSegment } from "./times/critical-path";
import { isDatabaseSpan, type SpanMeanings } from "./phases";
import { listReportedSegments, type ReportedSegment } from "./reported-segments";
import type { TreeRow } from "./tree-rows";

/** Segment of the critical path with the phase that it belongs to. */
export interface PhaseSegment extends CriticalPathSegment {
  readonly phase: PhaseId;
}

/** Nanoseconds of the critical path per phase. */
export type PhaseTimes = Readonly<Record<PhaseId, number>>;

interface PhaseInput {
  readonly spanMeanings: SpanMeanings;
  readonly firstTokenNs: number | null;
}

/**
 * Assigns a phase to each segment of the critical path. `firstTokenNs` divides generating spans into prefill
 * and decode; without it they are decode.
 */
export function assignPhases(
  rows: readonly TreeRow[],
  segments: readonly CriticalPathSegment[],
  phaseInput: PhaseInput,
): readonly PhaseSegment[] {
  return runWithoutPause(assignPhasesInSteps(rows, segments, phaseInput));
}

/** Assigns phases in steps, for traces with many spans. */
export function* assignPhasesInSteps(
  rows: readonly TreeRow[],
  segments: readonly CriticalPathSegment[],
  { spanMeanings, firstTokenNs }: PhaseInput,
): Generator<void, readonly PhaseSegment[]> {
  const reported = yield* reportedSegmentsByRequest(rows, spanMeanings);
  const parts: PhaseSegment[] = [];
  for (const [index, segment] of segments.entries()) {
    if (isEndOfStep(index)) yield;
    const meaning = spanMeanings.meaningByRow[segment.row] ?? null;
    if (meaning === "generate") parts.push(...splitAtFirstToken(segment, firstTokenNs));
    else if (spanMeanings.isUntracedCall[segment.row] === 1)
      parts.push(createPhaseSegment(segment, "unexplained"));
    else if (meaning !== null && meaning !== "request") parts.push(createPhaseSegment(segment, meaning));
    else {
      const requestSegments = reported.get(spanMeanings.requestRows[segment.row] ?? -1);
      const fallback = findPhaseWithoutRule(rows, segment.row, spanMeanings);
      if (requestSegments === undefined) parts.push(createPhaseSegment(segment, fallback));
      else parts.push(...splitByReportedSegments(segment, requestSegments, fallback));
    }
  }
  return parts;
}

/** Copies fields explicitly: there may be 50,000 segments, and spreading objects costs ten times as much. */
function createPhaseSegment({ row, fromNs, toNs }: CriticalPathSegment, phase: PhaseId): PhaseSegment {
  return { row, fromNs, toNs, phase };
}

/** Adds up the segments of the critical path by phase, in nanoseconds. */
export function sumTimesByPhase(segments: readonly PhaseSegment[]): PhaseTimes {
  const times = Object.fromEntries(phaseIds.map((phase) => [phase, 0])) as Record<PhaseId, number>;
  for (const { phase, fromNs, toNs } of segments) times[phase] += toNs - fromNs;
  return times;
}

/** Returns the sum of all phases in nanoseconds. */
export function sumPhaseTimes(times: PhaseTimes): number {
  return phaseIds.reduce((sum, phase) => sum + times[phase], 0);
}

/** Returns the phases in the order in which they first start. `segments` are in chronological order. */
export function listPhasesByStart(segments: readonly PhaseSegment[]): readonly PhaseId[] {
  return [...new Set(segments.filter(({ fromNs, toNs }) => toNs > fromNs).map(({ phase }) => phase))];
}

/**
 * Returns "other" for internal work with a span that no map knows, and "unexplained" for a span that only wraps a
 * request.
 */
function findPhaseWithoutRule(
  rows: readonly TreeRow[],
  row: number,
  { hasChildren, meaningByRow }: SpanMeanings,
): "other" | "unexplained" {
  const span = rows[row]?.span;
  if (span === undefined || hasChildren[row] === 1 || meaningByRow[row] === "request") return "unexplained";
  if (rows[row]?.parentIndex === -1) return "unexplained";
  return span.kind === "internal" || span.kind === "unspecified" || isDatabaseSpan(span)
    ? "other"
    : "unexplained";
}

function* reportedSegmentsByRequest(
  rows: readonly TreeRow[],
  { meaningByRow, requestRows, mapByRequestRow }: SpanMeanings,
): Generator<void, ReadonlyMap<number, readonly ReportedSegment[]>> {
  const observedPhases = new Map<number, Set<PhaseId>>(
    [...mapByRequestRow.keys()].map((request) => [request, new Set()]),
  );
  for (const [index, meaning] of meaningByRow.entries()) {
    if (isEndOfStep(index)) yield;
    const phases = observedPhases.get(requestRows[index] ?? -1);
    if (meaning === null || meaning === "request") continue;
    if (meaning !== "generate") phases?.add(meaning);
    else for (const phase of ["prefill", "decode"] as const) phases?.add(phase);
  }
  const reported = new Map<number, readonly ReportedSegment[]>();
  for (const [request, map] of mapByRequestRow) {
    const span = rows[request]?.span;
    if (span !== undefined)
      reported.set(request, listReportedSegments(span, map, observedPhases.get(request) ?? new Set()));
  }
  return reported;
}

function splitAtFirstToken(segment: CriticalPathSegment, atNs: number | null): readonly PhaseSegment[] {
  const at = Math.min(Math.max(atNs ?? segment.fromNs, segment.fromNs), segment.toNs);
  return [
    ...(at > segment.fromNs ? [{ ...segment, toNs: at, phase: "prefill" as const }] : []),
    ...(at < segment.toNs ? [{ ...segment, fromNs: at, phase: "decode" as const }] : []),
  ];
}

function splitByReportedSegments(
  segment: CriticalPathSegment,
  reportedSegmentsOfRequest: readonly ReportedSegment[],
  fallback: PhaseId,
): readonly PhaseSegment[] {
  const parts: PhaseSegment[] = [];
  let at = segment.fromNs;
  for (const { phase, fromNs, toNs } of reportedSegmentsOfRequest) {
    const from = Math.max(at, fromNs);
    const to = Math.min(segment.toNs, toNs);
    if (to <= from) continue;
    if (from > at) parts.push({ ...segment, fromNs: at, toNs: from, phase: fallback });
    parts.push({ ...segment, fromNs: from, toNs: to, phase });
    at = to;
  }
  if (at < segment.toNs) parts.push({ ...segment, fromNs: at, phase: fallback });
  return parts;
}
