/**
 * A trace ready to draw, wherever it was read from: rows in order with self time, phase and flags, under the places of parents
 * that never came; the critical path, the phases, the gaps; times as they were told, or with the clocks of its hosts made to
 * agree. In steps, so that others are answered meanwhile.
 */
import type { TimeParts, TraceResponse } from "@/lib/contracts/traces";
import { analyseInSteps, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { ClockCorrection } from "@/lib/analysis/traces/clock-skew";
import { firstTokenNs } from "@/lib/analysis/traces/first-token";
import { whereTtftWent } from "@/lib/analysis/traces/many/ttft";
import { underMissingParents } from "@/lib/analysis/traces/missing-parents";
import { phaseOrder } from "@/lib/analysis/traces/phase-sections";
import { drawnPhase, phaseReader } from "@/lib/analysis/traces/phases";
import { otherRoots } from "@/lib/analysis/traces/request-root";
import { traceSentence } from "@/lib/analysis/traces/sentence";
import { windowRows, type WindowedRows } from "@/lib/analysis/traces/window-rows";
import { phaseMapsFor } from "@/lib/engines/phase-maps";
import type { PhaseMap } from "@/lib/model/phase-map";
import type { Trace } from "@/lib/model/trace";
import { unturned } from "@/lib/base/safe-text";
import { formatCount } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { drawnCritical, drawnGaps, drawnRibbon } from "./draw-paths";
import { inTimesOf, prepareTrace, type PreparedTrace } from "./prepare-trace";
import { emptyColumns, projectRows } from "./project-rows";
import { traceStartMs } from "./summarise-trace";

export type DrawnTrace = Omit<TraceResponse, "asOfMs" | "source" | "deployment">;
export type ClockMode = TraceResponse["clock"]["mode"];

/** More rows than this are not sent to a browser. */
export const mostRows = 50_000;

export interface DrawOptions {
  /** What its spans mean; what engines declare where nobody is known whose they are. */
  readonly maps?: readonly PhaseMap[];
  readonly most?: number;
  /** Where it is there already. */
  readonly prepared?: PreparedTrace;
}

/** What is left out of a trace that is too large is told in the warnings. */
export function* drawTrace(
  told: Trace,
  mode: ClockMode,
  { maps = phaseMapsFor(null), most = mostRows, prepared }: DrawOptions = {},
): Generator<void, DrawnTrace> {
  const ready = prepared ?? (yield* prepareTrace(told));
  const { toldRows, correction } = ready;
  yield;
  const { trace, rows: rowsNow } = yield* inTimesOf(ready, mode);
  const reader = phaseReader(maps);
  const analysed = yield* analyseInSteps(trace, reader, rowsNow);
  yield;
  const common = {
    traceId: trace.traceId,
    startMs: traceStartMs(trace),
    durationNs: trace.durationNs,
    headline: [...traceSentence(analysed)],
    firstTokenNs: firstTokenNs(trace.spans),
    spanCount: toldRows.length,
    clock: clockOf(correction, mode),
  };
  if (analysed === null) return { ...common, ...withoutSpans };
  yield;
  const drawn = underMissingParents(analysed.rows);
  yield;
  const weights = drawn.map((row) => weightOf(row, analysed));
  yield;
  const windowed = windowRows(weights, most);
  yield;
  const placeOf = new Int32Array(drawn.length).fill(-1);
  for (const [place, index] of windowed.kept.entries()) placeOf[index] = place;
  const rowPlaces = new Int32Array(analysed.rows.length).fill(-1);
  for (const [index, row] of drawn.entries())
    if (row.kind === "span") rowPlaces[row.rowIndex] = placeOf[index] ?? -1;
  yield;
  const drawnRows = yield* projectRows({
    drawn,
    kept: windowed.kept,
    placeOf,
    leftBelow: windowed.leftBelow,
    phaseOf: (row) => drawnPhase(analysed.meanings.meanings[row] ?? null),
    selfNsOf: (row) => analysed.rows[row]?.selfNs ?? 0,
    movedNs: correction.movedNs,
  });
  yield;
  const critical = drawnCritical(analysed.sections, rowPlaces);
  yield;
  const ribbon = yield* drawnRibbon(analysed.phaseSections, analysed.startNs);
  yield;
  const ttft = ttftOf(analysed);
  yield;
  const gaps = yield* drawnGaps(analysed, rowPlaces);
  yield;
  return {
    ...common,
    rows: drawnRows,
    critical,
    ribbon,
    ttft,
    request: requestOf(analysed),
    gaps,
    warnings: [...rootsWords(analysed), ...leftOutWords(drawn.length, windowed)],
  };
}

/** What is said of its clocks. */
export function clockOf(
  { movedSpans, largestNs, refused }: ClockCorrection,
  mode: ClockMode,
): DrawnTrace["clock"] {
  return { mode, movedSpans, largestNs, refused };
}

const withoutSpans = {
  rows: emptyColumns(0),
  critical: { fromNs: 0, row: [], ns: [] },
  ribbon: { fromNs: 0, phaseIndex: [], ns: [] },
  ttft: null,
  request: null,
  gaps: { leastNs: 0, row: [], after: [], before: [], fromNs: [], toNs: [], leftOut: 0 },
  warnings: [],
};

function weightOf(row: ReturnType<typeof underMissingParents>[number], analysed: AnalysedTrace) {
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
  const parts = whereTtftWent(analysed);
  if (parts === null) return null;
  return {
    phases: parts.order.map((phase) => ({ phase, ns: parts.phaseNs[phase] })),
    sumNs: parts.sumNs,
    toldNs: parts.ttftNs,
    client: parts.client,
  };
}

function requestOf({ phaseSections, phaseNs, durationNs }: AnalysedTrace): TimeParts {
  const phases = phaseOrder(phaseSections).map((phase) => ({ phase, ns: phaseNs[phase] }));
  return {
    phases,
    sumNs: phases.reduce((sum, { ns }) => sum + ns, 0),
    toldNs: durationNs,
    client: null,
  };
}

/** What is told of "the request" is not told of what stands beside it. */
function rootsWords({ rows, tree, durationNs }: AnalysedTrace): readonly string[] {
  const others = otherRoots(rows, tree);
  const span = rows[tree.root]?.span;
  if (others === 0 || span === undefined) return [];
  const beside = others === 1 ? "the other root" : `the ${formatCount(others)} other roots`;
  return [
    `This trace has ${formatCount(others + 1)} roots. The longest, ${unturned(span.operation)} of ${unturned(span.service)}, ${formatNanoseconds(durationNs)} long, is taken for the request; ${beside} and what is below count in no time that is told of it.`,
  ];
}

function leftOutWords(total: number, { kept, left }: WindowedRows): string[] {
  if (left.rows === 0) return [];
  return [
    `Of ${formatCount(total)} rows ${formatCount(kept.length)} are drawn: the critical path, spans in error, the longest, and the rest level by level from the top. Left out are ${formatCount(left.rows)}, of them ${formatCount(left.critical)} on the critical path and ${formatCount(left.errors)} in error.`,
  ];
}
