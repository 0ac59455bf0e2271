/**
 * Critical path of a request: for each instant, the one span that the end of the request waited for.
 *
 * Rule: start at the end of the root and walk back. The parent waited for the child that ends last. Before that
 * child's start, it waited for the child that ends last among those already running, cut where the later child takes
 * over. While no child runs, the parent itself is critical. The same rule applies within each child. The segments are
 * contiguous and cover exactly the request's time, and a span's critical time never exceeds its self time.
 *
 *     parent   ──────────────────       critical: parent 0–2, a 2–6, b 6–14, parent 14–18
 *     a          ──────
 *     b              ────────
 *              0 2   6 8     14 18
 *
 * The walk over last finishing children is that of CRISP (Zhang et al., USENIX ATC 2022) and of the Jaeger UI. Both
 * skip a child that overlaps the chosen one and give its time to the parent. Here the child keeps the time before the
 * overlap, so that "parent" always means "no child ran". The path is inferred, because spans do not record who waited
 * for whom.
 *
 * A child that continues after its parent was handed off: `waitedBy` determines which span waits for it. If none can,
 * the child is cut to the parent's time. A child that consumes another child's output (streaming, detokenizing) is
 * critical only after the other child has ended.
 */
import { runWithoutPause, isEndOfStep } from "@/lib/base/steps";
import { sortInSteps } from "@/lib/base/sort-in-steps";
import { buildRequestTree, type RequestTree } from "@/lib/analysis/traces/request-tree";
import { listRowTimesInSteps, type RowTimes } from "./row-times";
import { endNs, type TreeRow } from "@/lib/analysis/traces/tree-rows";
import { findWaitingRows } from "./waiting-rows";

/** Part of the critical path in which one row determines the duration of the request. */
export interface CriticalPathSegment {
  /** Row index. */
  readonly row: number;
  /** Nanoseconds since the trace's start; half-open interval. */
  readonly fromNs: number;
  readonly toNs: number;
}

/** Options of the critical path: its tree, its end, and the rows that may be on it. */
export interface CriticalPathOptions {
  readonly tree?: RequestTree;
  /** Instant at which the path ends. If absent, it ends with the request. */
  readonly untilNs?: number;
  /** Returns whether a row led to `untilNs`. It is called only if several spans run at that instant. */
  readonly isOnPath?: (row: number) => boolean;
  /** Returns whether a row can follow a sibling on the path, because it consumes the sibling's output. */
  readonly canFollow?: (row: number) => boolean;
}

/**
 * Computes the critical path: adjacent segments from the request's start to its end, in chronological order.
 * Time is linear except for one sort.
 */
export function findCriticalPath(
  rows: readonly TreeRow[],
  options: CriticalPathOptions = {},
): readonly CriticalPathSegment[] {
  return runWithoutPause(findCriticalPathInSteps(rows, options));
}

/** Computes the critical path in steps, for traces with many spans. */
export function* findCriticalPathInSteps(
  rows: readonly TreeRow[],
  options: CriticalPathOptions = {},
): Generator<void, readonly CriticalPathSegment[]> {
  const tree = options.tree ?? buildRequestTree(rows);
  const root = rows[tree.rootRow]?.span;
  if (root === undefined) return [];
  const follows = options.canFollow ?? (() => false);
  const times = yield* listRowTimesInSteps(rows);
  const children = yield* childrenByEnd(rows, tree, { follows, times });
  yield;
  const starts = yield* effectiveStarts(children, { follows, times });
  yield;
  const until = Math.min(endNs(root), options.untilNs ?? Infinity);
  const segments: CriticalPathSegment[] = [];
  const stack: CriticalPathSegment[] = [{ row: tree.rootRow, fromNs: root.startNs, toNs: until }];
  let frames = 0;
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    if (isEndOfStep(frames)) yield;
    frames += 1;
    const { row, fromNs, toNs } = frame;
    let at = toNs;
    const rowChildren = children[row] ?? [];
    const first =
      toNs === until ? rowChildren.find((child) => ranAt(rows, child, until, options)) : undefined;
    for (const child of first === undefined ? rowChildren : [first, ...rowChildren]) {
      const span = rows[child]?.span;
      if (span === undefined) continue;
      const to = Math.min(endNs(span), at);
      const from = Math.max(starts[child] ?? span.startNs, fromNs);
      if (from >= to) continue;
      if (to < at) segments.push({ row, fromNs: to, toNs: at });
      stack.push({ row: child, fromNs: from, toNs: to });
      at = from;
      if (at <= fromNs) break;
    }
    if (at > fromNs) segments.push({ row, fromNs, toNs: at });
  }
  yield;
  return yield* sortInSteps(segments, (a, b) => a.fromNs - b.fromNs);
}

/** Returns the critical time of each row in nanoseconds. */
export function sumCriticalTimesNs(rowCount: number, segments: readonly CriticalPathSegment[]): Float64Array {
  const times = new Float64Array(rowCount);
  for (const { row, fromNs, toNs } of segments) times[row] = (times[row] ?? 0) + (toNs - fromNs);
  return times;
}

function ranAt(
  rows: readonly TreeRow[],
  child: number,
  untilNs: number,
  { isOnPath, untilNs: requestedUntilNs }: CriticalPathOptions,
): boolean {
  const span = rows[child]?.span;
  if (requestedUntilNs === undefined || isOnPath === undefined || span === undefined) return false;
  return span.startNs < untilNs && endNs(span) >= untilNs && isOnPath(child);
}

/** Empty list that all rows without children share. It must not be modified. */
const none: number[] = [];

interface ChildOrder {
  readonly follows: (row: number) => boolean;
  readonly times: RowTimes;
}

/**
 * Returns the rows that each row waits for, latest end first. With equal ends, rows that follow no sibling come
 * first, then longer rows.
 */
function* childrenByEnd(
  rows: readonly TreeRow[],
  tree: RequestTree,
  { follows, times: { startsNs: starts, endsNs: ends } }: ChildOrder,
): Generator<void, readonly (readonly number[])[]> {
  // Most rows have no child, so arrays are created on demand.
  const children: number[][] = Array.from({ length: rows.length }, () => none);
  const waiting = findWaitingRows(rows, tree, ends);
  yield;
  for (const [index, parent] of waiting.entries()) {
    if (isEndOfStep(index)) yield;
    if (parent === -1) continue;
    const siblings = children[parent];
    if (siblings === none) children[parent] = [index];
    else siblings?.push(index);
  }
  yield;
  const getSpanId = (row: number): string => rows[row]?.span.spanId ?? "";
  for (const [row, siblings] of children.entries()) {
    if (isEndOfStep(row)) yield;
    if (siblings.length < 2) continue;
    siblings.sort(
      (a, b) =>
        (ends[b] ?? 0) - (ends[a] ?? 0) ||
        Number(follows(a)) - Number(follows(b)) ||
        (starts[a] ?? 0) - (starts[b] ?? 0) ||
        // Ties do not depend on the order in which the source sends spans.
        (getSpanId(a) < getSpanId(b) ? -1 : getSpanId(a) > getSpanId(b) ? 1 : a - b),
    );
  }
  return children;
}

/**
 * Returns the time from which the parent waits for each row. It is later than the row's start if the row follows a
 * sibling that ends before the row ends.
 */
function* effectiveStarts(
  children: readonly (readonly number[])[],
  { follows, times }: ChildOrder,
): Generator<void, Float64Array> {
  const starts = times.startsNs.slice();
  for (const [row, siblings] of children.entries()) {
    if (isEndOfStep(row)) yield;
    let leaderEnd = -Infinity;
    for (let position = siblings.length - 1; position >= 0; position -= 1) {
      const child = siblings[position] ?? -1;
      const end = times.endsNs[child] ?? 0;
      if (!follows(child)) leaderEnd = Math.max(leaderEnd, end);
      else starts[child] = Math.max(starts[child] ?? 0, Math.min(leaderEnd, end));
    }
  }
  return starts;
}
