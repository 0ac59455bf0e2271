/**
 * First rows of a trace, identical to those of `drawTrace`, without the critical path and the request's phases. The
 * page shows them while the rest is computed.
 */
import type { FirstSpanRows } from "@/lib/contracts/traces/traces";
import { findFirstTokenNs } from "@/lib/analysis/traces/first-token";
import { insertMissingParentRows, type WaterfallRow } from "@/lib/analysis/traces/missing-parents";
import { findDisplayedPhase, createPhaseReader } from "@/lib/analysis/traces/phases";
import { buildRequestTree } from "@/lib/analysis/traces/request-tree";
import { listSelfTimeIntervals, computeSelfTimesInSteps } from "@/lib/analysis/traces/times/self-time";
import type { TreeRow } from "@/lib/analysis/traces/tree-rows";
import type { PhaseMap } from "@/lib/model/traces/phase-map";
import { drawSpanGaps } from "./draw-paths";
import { describeClock, maxDrawnRows, type TraceClockMode } from "./draw-trace";
import { applyClockMode, type PreparedTrace } from "./prepare-trace";
import { projectRows } from "./project-rows";

/** Number of rows that are drawn first: enough for the tallest screens. */
const maxVisibleRows = 48;
/** Self time intervals closer than this fraction of the trace are drawn as one. */
const finestShare = 1 / 500;

/** How the first rows of a trace are drawn, before the rest is ready. */
export interface FirstSpanRowsOptions {
  readonly clockMode: TraceClockMode;
  readonly phaseMaps: readonly PhaseMap[];
  /** Id of a span that must be among the rows. */
  readonly selectedSpanId?: string | undefined;
  /** Limit above which `drawTrace` omits rows. */
  readonly maxRows?: number;
  readonly visibleRowCount?: number;
}

/**
 * Draws the first rows of a trace, in steps. Null without a span, when the trace exceeds the row limit, or
 * when the selected span is further down.
 */
export function* drawFirstSpanRows(
  prepared: PreparedTrace,
  {
    clockMode,
    phaseMaps,
    selectedSpanId,
    maxRows = maxDrawnRows,
    visibleRowCount = maxVisibleRows,
  }: FirstSpanRowsOptions,
): Generator<void, FirstSpanRows | null> {
  const { trace, rows } = yield* applyClockMode(prepared, clockMode);
  if (mayBeWindowed(rows, maxRows)) return null;
  yield;
  const tree = buildRequestTree(rows);
  const root = rows[tree.rootRow]?.span;
  if (root === undefined) return null;
  // One extra row, because it may be a child of the last visible row.
  const drawn = insertMissingParentRows(rows, visibleRowCount + 1);
  const at =
    selectedSpanId === undefined
      ? 0
      : drawn.slice(0, visibleRowCount).findIndex((row) => getRowId(row) === selectedSpanId);
  if (at === -1) return null;
  const upTo = Math.max(0, ...drawn.map((row) => (row.kind === "span" ? row.rowIndex + 1 : 0)));
  const { meaningByRow: meanings } = createPhaseReader(phaseMaps).readMeanings(rows.slice(0, upTo), tree);
  yield;
  const selfNs = yield* computeSelfTimesInSteps(rows, upTo);
  const positionOf = new Int32Array(rows.length).fill(-1);
  for (const [position, row] of drawn.entries()) if (row.kind === "span") positionOf[row.rowIndex] = position;
  const found = yield* listSelfTimeIntervals(rows, upTo, trace.durationNs * finestShare);
  const parts = found.flatMap((part) => {
    const row = positionOf[part.row] ?? -1;
    return row === -1 ? [] : [{ ...part, row }];
  });
  return {
    traceId: trace.traceId,
    durationNs: trace.durationNs,
    firstTokenNs: findFirstTokenNs(trace.spans),
    spanCount: prepared.recordedRows.length,
    clock: describeClock(prepared.clockCorrection, clockMode),
    rows: yield* projectRows({
      drawnRows: drawn,
      includedRowIndexes: [...drawn.keys()],
      includedPositions: Int32Array.from(drawn.keys()),
      omittedSpanCounts: new Int32Array(drawn.length),
      findPhase: (row) => findDisplayedPhase(meanings[row] ?? null),
      findSelfNs: (row) => selfNs[row] ?? 0,
      clockOffsetsNs: prepared.clockCorrection.offsetsNs,
    }),
    visibleRowCount: Math.min(visibleRowCount, drawn.length),
    gaps: yield* drawSpanGaps({ rows, durationNs: Math.max(0, root.durationNs), upTo }, positionOf),
    selfParts: {
      row: parts.map(({ row }) => row),
      fromNs: parts.map(({ fromNs }) => fromNs),
      toNs: parts.map(({ toNs }) => toNs),
    },
    selectedRow: at,
  };
}

/**
 * Returns whether the trace may exceed the row limit. Placeholder rows count too: there is at most one per span with a
 * missing parent.
 */
function mayBeWindowed(rows: readonly TreeRow[], maxRows: number): boolean {
  let drawn = rows.length;
  for (const { flags } of rows) if (flags.includes("missing-parent")) drawn += 1;
  return drawn > maxRows;
}

function getRowId(row: WaterfallRow): string {
  return row.kind === "span" ? row.row.span.spanId : row.spanId;
}
