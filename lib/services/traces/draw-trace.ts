/**
 * A trace ready to draw, wherever it was read from: rows in order with depth, self time, phase and flags, under the places of
 * parents that never came; times as they were told, or with the clocks of its hosts made to agree.
 */
import type { SpanRow, TraceResponse } from "@/lib/contracts/traces";
import { analyseTrace, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { correctClocks } from "@/lib/analysis/traces/clock-skew";
import { firstTokenNs } from "@/lib/analysis/traces/first-token";
import { underMissingParents, type DrawnRow } from "@/lib/analysis/traces/missing-parents";
import { drawnPhase, phaseReader } from "@/lib/analysis/traces/phases";
import { traceSentence } from "@/lib/analysis/traces/sentence";
import { phaseMapsFor } from "@/lib/engines/phase-maps";
import type { Span, Trace } from "@/lib/model/trace";
import { formatCount } from "@/lib/format/number";
import { cleanAttributes } from "./clean-attributes";
import { traceStartMs } from "./summarise-trace";

export type DrawnTrace = Omit<TraceResponse, "asOfMs" | "source">;
export type ClockMode = TraceResponse["clock"]["mode"];

/** More rows than this are not sent to a browser. */
const mostRows = 10_000;
const mostEvents = 200;

/** What is left out of a trace that is too large is told in the warnings. */
export function drawTrace(told: Trace, mode: ClockMode): DrawnTrace {
  const correction = correctClocks(told);
  const trace = mode === "corrected" ? correction.trace : told;
  const analysed = analyseTrace(trace, phaseReader(phaseMapsFor(null)));
  const tree = analysed?.rows ?? [];
  const tokenNs = firstTokenNs(trace.spans);
  const all = underMissingParents(tree);
  const rows = all.slice(0, mostRows);
  return {
    traceId: trace.traceId,
    startMs: traceStartMs(trace),
    durationNs: trace.durationNs,
    headline: [...traceSentence(analysed)],
    services: [...new Set(tree.map(({ span }) => span.service))],
    firstTokenNs: tokenNs,
    spans: rows.map((row) => toSpanRow(row, analysed, correction.movedNs)),
    clock: {
      mode,
      movedSpans: correction.movedSpans,
      largestNs: correction.largestNs,
      refused: correction.refused,
    },
    omittedSpans: all.length - rows.length,
    warnings:
      all.length > rows.length
        ? [`Only the first ${formatCount(mostRows)} of ${formatCount(all.length)} rows are shown.`]
        : [],
  };
}

function toSpanRow(
  drawn: DrawnRow,
  analysed: AnalysedTrace | null,
  movedNs: ReadonlyMap<Span, number>,
): SpanRow {
  if (drawn.kind === "missing-parent") return toPlaceholder(drawn);
  const { span, flags } = drawn.row;
  return {
    spanId: span.spanId,
    isMissing: false,
    parentIndex: drawn.parentIndex,
    depth: drawn.depth,
    service: span.service,
    operation: span.operation,
    kind: span.kind,
    phase: drawnPhase(analysed?.meanings.meanings[drawn.rowIndex] ?? null),
    isError: span.isError,
    startNs: span.startNs,
    durationNs: span.durationNs,
    selfNs: analysed?.rows[drawn.rowIndex]?.selfNs ?? 0,
    clockMovedNs: movedNs.get(span) ?? 0,
    flags: [...flags],
    attributes: cleanAttributes(
      span.impossibleTimes === undefined
        ? span.attributes
        : { ...span.attributes, "times as told": span.impossibleTimes },
    ),
    events: span.events.slice(0, mostEvents).map((event) => ({
      name: event.name,
      atNs: event.atNs,
      attributes: cleanAttributes(event.attributes),
    })),
  };
}

function toPlaceholder({
  spanId,
  startNs,
  durationNs,
}: Extract<DrawnRow, { kind: "missing-parent" }>): SpanRow {
  return {
    spanId,
    isMissing: true,
    parentIndex: -1,
    depth: 0,
    service: "",
    operation: "missing parent",
    kind: "unspecified",
    phase: null,
    isError: false,
    startNs,
    durationNs,
    selfNs: 0,
    clockMovedNs: 0,
    flags: [],
    attributes: {},
    events: [],
  };
}
