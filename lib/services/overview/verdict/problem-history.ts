/** Onset and affected requests of the present problems, from the answers of their history. Pure. */
import { findOnset } from "@/lib/analysis/changes/onset";
import { computeShareAbove } from "@/lib/analysis/statistics/buckets/share-above-limit";
import type { Answer, Distribution } from "@/lib/model/answer";
import type { Grid } from "@/lib/model/grid";
import type { ShareRange } from "@/lib/model/status/problem-facts";
import { computeStatusByPoint } from "@/lib/status/context/status-since";
import type { PointLimits, StatusColumns } from "@/lib/status/status-rule";
import type { StatusId } from "@/lib/status/statuses";

/** Longest interruption of a problem. A problem that returns within this time counts as the same problem. */
const maxInterruptionMs = 600_000;

/** Values over time from which the status of each past point is decided. */
export interface ProblemHistory {
  readonly grid: Grid;
  readonly columns: StatusColumns;
  readonly limits: PointLimits;
}

/**
 * Start of the current problems, in absolute times, so that the result can be cached. They began at the stated time or up
 * to `withinMs` later.
 */
export type ProblemStart =
  | { readonly kind: "since"; readonly atMs: number; readonly withinMs: number }
  /** The problems already existed at `fromMs`. */
  | { readonly kind: "at-least"; readonly fromMs: number }
  | { readonly kind: "unknown" };

/**
 * Returns whether a longer history with coarser points determines the start better than `recent`, which
 * begins during the problem.
 */
export function reachesFurtherBack(
  recent: Extract<ProblemStart, { readonly kind: "at-least" }>,
  earlier: ProblemStart,
): boolean {
  if (earlier.kind === "unknown") return false;
  return earlier.kind === "since" || earlier.fromMs < recent.fromMs;
}

/**
 * Returns the result of the part of a deployment in which the problems began first. If the start in another part is
 * unknown, the problems may have begun earlier, which the result states. Undefined without parts.
 */
export function chooseEarliestStart<Result extends { readonly start: ProblemStart }>(
  results: readonly Result[],
): Result | undefined {
  const [earliest] = results.toSorted((a, b) => earliestMs(a.start) - earliestMs(b.start));
  if (earliest?.start.kind !== "since" || results.every(({ start }) => start.kind !== "unknown"))
    return earliest;
  const { atMs, withinMs } = earliest.start;
  return { ...earliest, start: { kind: "at-least", fromMs: atMs + withinMs } };
}

function earliestMs(start: ProblemStart): number {
  switch (start.kind) {
    case "since":
      return start.atMs;
    case "at-least":
      return start.fromMs;
    case "unknown":
      return Number.POSITIVE_INFINITY;
  }
}

/** Finds when the problems `ids` began. A change from one problem to another is not an interruption. */
export function findProblemStart(
  ids: readonly StatusId[],
  { grid, ...series }: ProblemHistory,
): ProblemStart {
  const { startMs, stepMs } = grid;
  const onset = findOnset(
    computeStatusByPoint(ids, { grid, ...series }),
    Math.max(1, Math.round(maxInterruptionMs / stepMs)),
  );
  if (onset.kind === "unknown") return onset;
  const heldFromMs = startMs + onset.index * stepMs;
  if (onset.kind === "before") return { kind: "at-least", fromMs: heldFromMs };
  const atMs = startMs + onset.lastOtherIndex * stepMs;
  return { kind: "since", atMs, withinMs: heldFromMs - atMs };
}

/**
 * Returns the possible range of the fraction of observations above `limit` after `fromMs`. Undefined without
 * buckets or observations. The observations are counted in rate windows that follow each other from `fromMs` on:
 *
 *     fromMs ├── window ──┼── window ──┼── window ──┤ … now
 *
 * Later readings only add windows, so the share changes slowly. Before the first window is complete, the newest point
 * is used.
 */
export function findAffectedShare(
  { distributions = [], startMs, stepMs, pointCount, rateWindowMs }: Answer,
  fromMs: number,
  limit: number,
): ShareRange | undefined {
  const [distribution] = distributions;
  if (distribution === undefined) return undefined;
  const stride = Math.max(1, Math.round(rateWindowMs / stepMs));
  const fromIndex = Math.max(0, Math.ceil((fromMs - startMs) / stepMs));
  const indexes: number[] = [];
  // The counts of a point are those of the rate window before it.
  for (let index = fromIndex + stride; index < pointCount; index += stride) indexes.push(index);
  const complete = findCompletePoints(distribution, indexes);
  const newest = findCompletePoints(
    distribution,
    Array.from({ length: Math.max(0, pointCount - fromIndex) }, (_, offset) => fromIndex + offset),
  ).slice(-1);
  const counts = sumCounts(distribution, complete.length > 0 ? complete : newest);
  return computeShareAbove({ edges: distribution.edges, counts }, limit);
}

/** Returns the points without missing numbers. */
function findCompletePoints({ counts }: Distribution, indexes: readonly number[]): readonly number[] {
  return indexes.filter((index) => counts.every((row) => typeof row[index] === "number"));
}

/** Sums the cumulative counts of the points. */
function sumCounts({ counts }: Distribution, indexes: readonly number[]): readonly number[] {
  return counts.map((row) => indexes.reduce((sum, index) => sum + (row[index] ?? 0), 0));
}
