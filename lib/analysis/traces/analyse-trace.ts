/** Analyses a trace once: rows with meaning, self time and critical time, and the request's time per phase. */
import { runWithoutPause, isEndOfStep } from "@/lib/base/steps";
import type { PhaseMap } from "@/lib/model/traces/phase-map";
import type { Trace } from "@/lib/model/traces/trace";
import { readFirstNumberAttribute, outputTokenNames, promptTokenNames } from "./attributes";
import {
  findCriticalPath,
  findCriticalPathInSteps,
  sumCriticalTimesNs,
  type CriticalPathSegment,
} from "./times/critical-path";
import { findLateSpan, type LateSpan } from "./late-span";
import { findFirstTokenNs, readReportedFirstTokenNs } from "./first-token";
import {
  assignPhases,
  assignPhasesInSteps,
  sumTimesByPhase,
  type PhaseSegment,
  type PhaseTimes,
} from "./phase-segments";
import {
  consumesOutputOfRunningPhase,
  createPhaseReader,
  type SpanMeanings,
  type PhaseReader,
} from "./phases";
import type { RequestOutcome } from "@/lib/model/traces/request-outcome";
import { findRequestOutcome } from "./outcomes";
import { buildRequestTree, type RequestTree } from "./request-tree";
import { computeSelfTimesInSteps } from "./times/self-time";
import { endNs, buildTreeRows, type TreeRow } from "./tree-rows";
import { normalizeName } from "./span-names";

/** Row of a trace with the measures that pages and comparisons use. */
export interface AnalysedRow extends TreeRow {
  /** Operation name with ids and numbers replaced, used to group spans. */
  readonly name: string;
  /** Time of the row in which none of its children ran. */
  readonly selfNs: number;
  /** Time of the row on the critical path. */
  readonly criticalNs: number;
}

/** Trace with its request, phases, critical path and gaps. */
export interface AnalysedTrace {
  readonly traceId: string;
  readonly startEpochNs: string;
  readonly rows: readonly AnalysedRow[];
  readonly tree: RequestTree;
  readonly spanMeanings: SpanMeanings;
  readonly criticalPathSegments: readonly CriticalPathSegment[];
  readonly phaseSegments: readonly PhaseSegment[];
  /** Request time per phase; the sum is exactly `durationNs`. */
  readonly phaseNs: PhaseTimes;
  /**
   * Start and duration of the request's root span, whose phases are compared. Work that continues after the root span is
   * not included.
   */
  readonly startNs: number;
  readonly durationNs: number;
  /** Span below the request that ends after it. Null if there is none. */
  readonly lateSpan: LateSpan | null;
  /** Duration of all spans of the trace, as in lists, in the scatter plot and in histograms. */
  readonly traceDurationNs: number;
  readonly outcome: RequestOutcome;
  /** Time from the start of the request to its first token; null if it is not reported. */
  readonly ttftNs: number | null;
  readonly promptTokens: number | null;
  readonly outputTokens: number | null;
}

/**
 * Analyses one trace. For many traces, share one `createPhaseReader(maps)`. `rows` are the rows of the trace, if they
 * already exist. Returns null for a trace without spans.
 */
export function analyseTrace(
  trace: Trace,
  reader: PhaseReader,
  rows: readonly TreeRow[] = buildTreeRows(trace),
): AnalysedTrace | null {
  return runWithoutPause(analyseTraceInSteps(trace, reader, rows));
}

/** Analyses a trace in steps, for traces with many spans. */
export function* analyseTraceInSteps(
  trace: Trace,
  reader: PhaseReader,
  rows: readonly TreeRow[],
): Generator<void, AnalysedTrace | null> {
  const tree = buildRequestTree(rows);
  const root = rows[tree.rootRow]?.span;
  if (root === undefined) return null;
  const meanings = yield* reader.readMeaningsInSteps(rows, tree);
  yield;
  const tokenNs = findFirstTokenNs(trace.spans);
  const follows = (row: number): boolean => consumesOutputOfRunningPhase(meanings.meaningByRow[row] ?? null);
  const segments = yield* findCriticalPathInSteps(rows, { tree, canFollow: follows });
  yield;
  const critical = sumCriticalTimesNs(rows.length, segments);
  yield;
  const self = yield* computeSelfTimesInSteps(rows);
  yield;
  const byPhase = yield* assignPhasesInSteps(rows, segments, {
    spanMeanings: meanings,
    firstTokenNs: tokenNs,
  });
  yield;
  const analysed = yield* analysedRows(rows, { self, critical, reader });
  const lateSpan = yield* findLateSpan(rows, tree);
  yield;
  const isWithin = tokenNs !== null && tokenNs >= root.startNs && tokenNs <= endNs(root);
  return {
    traceId: trace.traceId,
    startEpochNs: trace.startEpochNs,
    rows: analysed,
    tree,
    spanMeanings: meanings,
    criticalPathSegments: segments,
    phaseSegments: byPhase,
    phaseNs: sumTimesByPhase(byPhase),
    startNs: root.startNs,
    durationNs: Math.max(0, root.durationNs),
    lateSpan,
    traceDurationNs: trace.durationNs,
    outcome: findRequestOutcome(root, trace.spans),
    ttftNs: isWithin ? tokenNs - root.startNs : null,
    promptTokens: readFirstNumberAttribute(trace.spans, promptTokenNames),
    outputTokens: readFirstNumberAttribute(trace.spans, outputTokenNames),
  };
}

interface RowTimes {
  readonly self: readonly number[];
  readonly critical: Float64Array;
  readonly reader: PhaseReader;
}

/** Copies fields explicitly: a trace may have 50,000 rows, and spreading objects costs ten times as much. */
function* analysedRows(
  rows: readonly TreeRow[],
  { self, critical, reader }: RowTimes,
): Generator<void, readonly AnalysedRow[]> {
  const analysed: AnalysedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (isEndOfStep(index)) yield;
    analysed.push({
      span: row.span,
      parentIndex: row.parentIndex,
      depth: row.depth,
      flags: row.flags,
      name: reader.cachedOperationName(row.span.operation),
      selfNs: self[index] ?? 0,
      criticalNs: critical[index] ?? 0,
    });
  }
  return analysed;
}

/**
 * Analyses all traces that have spans, with these phase maps. The run time is linear in the number of spans, except
 * for sorting.
 */
export function analyseTraces(traces: readonly Trace[], maps: readonly PhaseMap[]): readonly AnalysedTrace[] {
  const reader = createPhaseReader(maps);
  return traces.map((trace) => analyseTrace(trace, reader)).filter((one) => one !== null);
}

/** Excludes traces of server starts, which are slow but do not delay a client. Returns the traces of requests. */
export function excludeStartupTraces(
  traces: readonly AnalysedTrace[],
  maps: readonly PhaseMap[],
): { readonly requests: readonly AnalysedTrace[]; readonly startupTraceCount: number } {
  const patterns = maps.flatMap(({ startupOperations }) => startupOperations ?? []);
  const requests = traces.filter(({ rows, tree }) => {
    const normalizedName = normalizeName(rows[tree.rootRow]?.span.operation ?? "");
    return !patterns.some((pattern) => pattern.test(normalizedName));
  });
  return { requests, startupTraceCount: traces.length - requests.length };
}

/**
 * Returns the phase segments of a request until its first token. The last segment ends at the first token. Null if the
 * first token is not reported.
 */
export function assignPhasesToFirstToken(trace: AnalysedTrace): readonly PhaseSegment[] | null {
  if (trace.ttftNs === null) return null;
  const { rows, tree, spanMeanings: meanings } = trace;
  const tokenNs = trace.startNs + trace.ttftNs;
  const segments = findCriticalPath(rows, {
    tree,
    untilNs: tokenNs,
    isOnPath: ancestorsOfTokenSpan(trace),
    canFollow: (row) => consumesOutputOfRunningPhase(meanings.meaningByRow[row] ?? null),
  });
  return mergeRoundingRemainders(
    assignPhases(rows, segments, { spanMeanings: meanings, firstTokenNs: tokenNs }),
  );
}

/** Resolution of starts and durations in sources and engines. */
const roundedToNs = 1_000;

/**
 * Merges a trailing segment that is not longer than the rounding error into the segment before it. The limit for
 * unexplained time is twice as large, because its end is rounded twice: by a span's start and by its duration.
 */
function mergeRoundingRemainders(segments: readonly PhaseSegment[]): readonly PhaseSegment[] {
  let merged = segments;
  for (;;) {
    const [before, last] = [merged.at(-2), merged.at(-1)];
    if (before === undefined || last === undefined || last.toNs - last.fromNs > maxRoundingNs(last))
      return merged;
    if (before.toNs !== last.fromNs) return merged;
    merged = [...merged.slice(0, -2), { ...before, toNs: last.toNs }];
  }
}

function maxRoundingNs({ phase }: PhaseSegment): number {
  return phase === "unexplained" ? 2 * roundedToNs : roundedToNs;
}

/**
 * Returns a function that checks whether a row is the span that reports the first token, or one of the ancestors of
 * this span.
 */
function ancestorsOfTokenSpan({ rows, tree }: AnalysedTrace): (row: number) => boolean {
  let tokenRow = -1;
  for (const [index, { span }] of rows.entries()) {
    if (readReportedFirstTokenNs(span) === null) continue;
    if (tokenRow === -1 || span.startNs < (rows[tokenRow]?.span.startNs ?? 0)) tokenRow = index;
  }
  const ancestors = new Set<number>();
  for (let at = tokenRow; at !== -1 && !ancestors.has(at); at = tree.parentRows[at] ?? -1) ancestors.add(at);
  return (row) => ancestors.has(row);
}
