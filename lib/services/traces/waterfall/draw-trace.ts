/**
 * Builds the drawable form of a trace: rows with self time, phase and flags, placeholders for missing parents,
 * critical path, phases and gaps. Times are as reported or corrected for clock skew. Runs in steps so that the server
 * stays responsive.
 */
import type { TimeParts, TraceResponse } from "@/lib/contracts/traces/traces";
import { analyseTraceInSteps, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { ClockCorrection } from "@/lib/analysis/traces/clock-skew";
import { findFirstTokenNs } from "@/lib/analysis/traces/first-token";
import { computeTtftBreakdown } from "@/lib/analysis/traces/times/ttft-breakdown";
import { insertMissingParentRows } from "@/lib/analysis/traces/missing-parents";
import { listPhasesByStart } from "@/lib/analysis/traces/phase-segments";
import { findDisplayedPhase, createPhaseReader } from "@/lib/analysis/traces/phases";
import { countOtherRoots } from "@/lib/analysis/traces/request-tree";
import { traceSentence } from "@/lib/sentences/traces/trace-sentence";
import { selectRows, type SelectedRows } from "@/lib/analysis/traces/select-rows";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import type { PhaseMap } from "@/lib/model/traces/phase-map";
import type { Trace } from "@/lib/model/traces/trace";
import { escapeHiddenCharacters } from "@/lib/base/safe-text";
import { formatCount } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { drawCriticalPath, drawSpanGaps, drawPhaseRibbon } from "./draw-paths";
import { applyClockMode, prepareTrace, type PreparedTrace } from "./prepare-trace";
import { createEmptyColumns, projectRows } from "./project-rows";
import { findTraceStartMs } from "@/lib/services/traces/summarise-trace";

/** Trace in the form in which the page displays it. */
export type DrawnTrace = Omit<TraceResponse, "asOfMs" | "source" | "deployment">;
/** Selects span times as recorded, or corrected for clock skew between services. */
export type TraceClockMode = TraceResponse["clock"]["mode"];

/** Maximum number of rows sent to a browser. */
export const maxDrawnRows = 50_000;

/** Phase rules and row limit for displaying a trace. */
export interface DrawOptions {
  /** Phase maps to apply. By default the maps of all engines. */
  readonly phaseMaps?: readonly PhaseMap[];
  readonly maxRows?: number;
  /** Prepared rows, if they already exist. */
  readonly prepared?: PreparedTrace;
}

/**
 * Converts a trace to rows, phases, critical path and warnings for display, in steps. Warnings state the
 * rows that are omitted from a large trace.
 */
export function* drawTrace(
  recordedTrace: Trace,
  clockMode: TraceClockMode,
  { phaseMaps = listPhaseMaps(null), maxRows = maxDrawnRows, prepared }: DrawOptions = {},
): Generator<void, DrawnTrace> {
  const preparedTrace = prepared ?? (yield* prepareTrace(recordedTrace));
  const { recordedRows, clockCorrection } = preparedTrace;
  yield;
  const { trace, rows: rowsNow } = yield* applyClockMode(preparedTrace, clockMode);
  const reader = createPhaseReader(phaseMaps);
  const analysed = yield* analyseTraceInSteps(trace, reader, rowsNow);
  yield;
  const common = {
    traceId: trace.traceId,
    startMs: findTraceStartMs(trace),
    durationNs: trace.durationNs,
    headline: [...traceSentence(analysed)],
    firstTokenNs: findFirstTokenNs(trace.spans),
    spanCount: recordedRows.length,
    clock: describeClock(clockCorrection, clockMode),
  };
  if (analysed === null) return { ...common, ...withoutSpans };
  yield;
  const drawn = insertMissingParentRows(analysed.rows);
  yield;
  const weights = drawn.map((row) => weightOf(row, analysed));
  yield;
  const windowed = selectRows(weights, maxRows);
  yield;
  const positionOf = new Int32Array(drawn.length).fill(-1);
  for (const [position, index] of windowed.includedRows.entries()) positionOf[index] = position;
  const rowPositions = new Int32Array(analysed.rows.length).fill(-1);
  for (const [index, row] of drawn.entries())
    if (row.kind === "span") rowPositions[row.rowIndex] = positionOf[index] ?? -1;
  yield;
  const drawnRows = yield* projectRows({
    drawnRows: drawn,
    includedRowIndexes: windowed.includedRows,
    includedPositions: positionOf,
    omittedSpanCounts: windowed.omittedDescendants,
    findPhase: (row) => findDisplayedPhase(analysed.spanMeanings.meaningByRow[row] ?? null),
    findSelfNs: (row) => analysed.rows[row]?.selfNs ?? 0,
    clockOffsetsNs: clockCorrection.offsetsNs,
  });
  yield;
  const critical = drawCriticalPath(analysed.criticalPathSegments, rowPositions);
  yield;
  const ribbon = yield* drawPhaseRibbon(analysed.phaseSegments, analysed.startNs);
  yield;
  const ttft = ttftOf(analysed);
  yield;
  const gaps = yield* drawSpanGaps(analysed, rowPositions);
  yield;
  return {
    ...common,
    rows: drawnRows,
    critical,
    ribbon,
    ttft,
    request: requestOf(analysed),
    gaps,
    warnings: [...otherRootsWarning(analysed), ...omittedRowsWarning(drawn.length, windowed)],
  };
}

/** Describes for the response how clocks were corrected. */
export function describeClock(
  { correctedSpanCount, largestOffsetNs, rejectedCallCount }: ClockCorrection,
  clockMode: TraceClockMode,
): DrawnTrace["clock"] {
  return { mode: clockMode, correctedSpanCount, largestOffsetNs, rejectedCallCount };
}

const withoutSpans = {
  rows: createEmptyColumns(0),
  critical: { fromNs: 0, row: [], ns: [] },
  ribbon: { fromNs: 0, phaseIndex: [], ns: [] },
  ttft: null,
  request: null,
  gaps: { minNs: 0, row: [], after: [], before: [], fromNs: [], toNs: [], omittedCount: 0 },
  warnings: [],
};

function weightOf(row: ReturnType<typeof insertMissingParentRows>[number], analysed: AnalysedTrace) {
  const { parentIndex, depth } = row;
  if (row.kind === "missing-parent")
    return { parentIndex, depth, durationNs: row.durationNs, criticalNs: 0, isError: false };
  const { durationNs, isError } = row.row.span;
  return {
    parentIndex,
    depth,
    durationNs,
    isError,
    criticalNs: analysed.rows[row.rowIndex]?.criticalNs ?? 0,
  };
}

function ttftOf(analysed: AnalysedTrace): TimeParts | null {
  const parts = computeTtftBreakdown(analysed);
  if (parts === null) return null;
  return {
    phases: parts.order.map((phase) => ({ phase, ns: parts.phaseNs[phase] })),
    sumNs: parts.sumNs,
    reportedNs: parts.ttftNs,
    client: parts.client,
  };
}

function requestOf({ phaseSegments, phaseNs, durationNs }: AnalysedTrace): TimeParts {
  const phases = listPhasesByStart(phaseSegments).map((phase) => ({ phase, ns: phaseNs[phase] }));
  return {
    phases,
    sumNs: phases.reduce((sum, { ns }) => sum + ns, 0),
    reportedNs: durationNs,
    client: null,
  };
}

/** Warns that statements about the request exclude the other roots. */
function otherRootsWarning({ rows, tree, durationNs }: AnalysedTrace): readonly string[] {
  const otherCount = countOtherRoots(rows, tree);
  const span = rows[tree.rootRow]?.span;
  if (otherCount === 0 || span === undefined) return [];
  const otherRootsText = singularOrPlural(otherCount, "the other root", "the other roots");
  return [
    `This trace has ${formatCount(otherCount + 1)} roots. The longest is treated as the request: ${escapeHiddenCharacters(span.operation)} of ${escapeHiddenCharacters(span.service)}, ${formatNanoseconds(durationNs)}. Request times exclude ${otherRootsText}.`,
  ];
}

function omittedRowsWarning(total: number, { includedRows, omittedCounts: omitted }: SelectedRows): string[] {
  if (omitted.rows === 0) return [];
  return [
    `${formatCount(includedRows.length)} of ${formatCount(total)} rows are shown: the critical path, errors, the longest spans, then level by level from the top. Omitted: ${countWithNoun(omitted.rows, "row")}, including ${formatCount(omitted.critical)} on the critical path and ${formatCount(omitted.errors)} with errors.`,
  ];
}
