/**
 * Request time per phase: each section of the critical path gets the phase of its span, or of the request's
 * attributes if the span has none. The rest is unexplained. The sections are contiguous, so the phases sum exactly to
 * the request's time, and parallel work counts once.
 */
import { runWithoutPause, isEndOfStep } from "@/lib/base/steps";
import { phaseIds, type PhaseId } from "@/lib/model/traces/phase";
import type { CriticalPathSegment } from "./times/critical-path";
import { isDatabaseSpan, type SpanMeanings } from "./phases";
import { reportedSegments, type ReportedSegment } from "./reported-segments";
import type { TreeRow } from "./tree";

/** Segment of the critical path with the phase that it belongs to. */
export interface PhaseSection extends CriticalPathSegment {
  readonly phase: PhaseId;
}

/** Nanoseconds of the critical path per phase. */
export type PhaseTimes = Readonly<Record<PhaseId, number>>;

interface PhaseInput {
  readonly spanMeanings: SpanMeanings;
  readonly firstTokenNs: number | null;
}

/**
 * Assigns a phase to each section of the critical path. `firstTokenNs` divides generating spans into prefill
 * and decode; without it they are decode.
 */
export function phaseSections(
  rows: readonly TreeRow[],
  sections: readonly CriticalPathSegment[],
  phaseInput: PhaseInput,
): readonly PhaseSection[] {
  return runWithoutPause(phaseSectionsInSteps(rows, sections, phaseInput));
}

/** Assigns phases in steps, for traces with many spans. */
export function* phaseSectionsInSteps(
  rows: readonly TreeRow[],
  sections: readonly CriticalPathSegment[],
  { spanMeanings, firstTokenNs }: PhaseInput,
): Generator<void, readonly PhaseSection[]> {
  const reported = yield* reportedByRequest(rows, spanMeanings);
  const parts: PhaseSection[] = [];
  for (const [index, section] of sections.entries()) {
    if (isEndOfStep(index)) yield;
    const meaning = spanMeanings.meanings[section.row] ?? null;
    if (meaning === "generate") parts.push(...splitAt(section, firstTokenNs));
    else if (spanMeanings.isUnanswered[section.row] === 1) parts.push(sectionOf(section, "unexplained"));
    else if (meaning !== null && meaning !== "request") parts.push(sectionOf(section, meaning));
    else {
      const segments = reported.get(spanMeanings.requestRows[section.row] ?? -1);
      const fallback = ofUnknown(rows, section.row, spanMeanings);
      if (segments === undefined) parts.push(sectionOf(section, fallback));
      else parts.push(...cutSection(section, segments, fallback));
    }
  }
  return parts;
}

/** Copies fields explicitly: there may be 50,000 sections, and spreading objects costs ten times as much. */
function sectionOf({ row, fromNs, toNs }: CriticalPathSegment, phase: PhaseId): PhaseSection {
  return { row, fromNs, toNs, phase };
}

/** Adds up the sections of the critical path by phase, in nanoseconds. */
export function phaseTimes(sections: readonly PhaseSection[]): PhaseTimes {
  const times = Object.fromEntries(phaseIds.map((phase) => [phase, 0])) as Record<PhaseId, number>;
  for (const { phase, fromNs, toNs } of sections) times[phase] += toNs - fromNs;
  return times;
}

/** Returns the sum of all phases in nanoseconds. */
export function sumPhaseTimes(times: PhaseTimes): number {
  return phaseIds.reduce((sum, phase) => sum + times[phase], 0);
}

/** Returns the phases in the order in which they first start. `sections` are in chronological order. */
export function phaseOrder(sections: readonly PhaseSection[]): readonly PhaseId[] {
  return [...new Set(sections.filter(({ fromNs, toNs }) => toNs > fromNs).map(({ phase }) => phase))];
}

/**
 * Returns "other" for internal work with a span that no map knows, and "unexplained" for a span that only wraps a
 * request.
 */
function ofUnknown(
  rows: readonly TreeRow[],
  row: number,
  { isParent, meanings }: SpanMeanings,
): "other" | "unexplained" {
  const span = rows[row]?.span;
  if (span === undefined || isParent[row] === 1 || meanings[row] === "request") return "unexplained";
  if (rows[row]?.parentIndex === -1) return "unexplained";
  return span.kind === "internal" || span.kind === "unspecified" || isDatabaseSpan(span)
    ? "other"
    : "unexplained";
}

function* reportedByRequest(
  rows: readonly TreeRow[],
  { meanings, requestRows, mapByRequestRow }: SpanMeanings,
): Generator<void, ReadonlyMap<number, readonly ReportedSegment[]>> {
  const observedPhases = new Map<number, Set<PhaseId>>(
    [...mapByRequestRow.keys()].map((request) => [request, new Set()]),
  );
  for (const [index, meaning] of meanings.entries()) {
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
      reported.set(request, reportedSegments(span, map, observedPhases.get(request) ?? new Set()));
  }
  return reported;
}

function splitAt(section: CriticalPathSegment, atNs: number | null): readonly PhaseSection[] {
  const at = Math.min(Math.max(atNs ?? section.fromNs, section.fromNs), section.toNs);
  return [
    ...(at > section.fromNs ? [{ ...section, toNs: at, phase: "prefill" as const }] : []),
    ...(at < section.toNs ? [{ ...section, fromNs: at, phase: "decode" as const }] : []),
  ];
}

function cutSection(
  section: CriticalPathSegment,
  segments: readonly ReportedSegment[],
  fallback: PhaseId,
): readonly PhaseSection[] {
  const parts: PhaseSection[] = [];
  let at = section.fromNs;
  for (const { phase, fromNs, toNs } of segments) {
    const from = Math.max(at, fromNs);
    const to = Math.min(section.toNs, toNs);
    if (to <= from) continue;
    if (from > at) parts.push({ ...section, fromNs: at, toNs: from, phase: fallback });
    parts.push({ ...section, fromNs: from, toNs: to, phase });
    at = to;
  }
  if (at < section.toNs) parts.push({ ...section, fromNs: at, phase: fallback });
  return parts;
}
