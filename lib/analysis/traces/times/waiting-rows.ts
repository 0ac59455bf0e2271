/**
 * Determines which span waits for the end of each span; usually the parent.
 *
 * A span that outlives its parent was handed off, for example by a router that passes a request to a worker and
 * returns. Only the nearest ancestor that was still running can have waited for its end.
 *
 *     request  ──────────────────       waits for route and worker
 *       route    ────
 *         worker    ───────────
 *
 * CRISP and the Jaeger UI cut such a span to its parent and give the remaining time to the request, as if the request
 * had worked itself. The request did not wait for a span that also outlives the request. Such a span is cut, as in
 * CRISP and the Jaeger UI. No span waits for the consumer of a producer's message, or for a span that only follows from
 * its parent.
 */
import type { Span } from "@/lib/model/traces/trace";
import type { RequestTree } from "@/lib/analysis/traces/request-tree";
import type { TreeRow } from "@/lib/analysis/traces/tree-rows";

/**
 * Returns for each row the row that waits for its end; -1 when none does. `endsNs` has the end of each row.
 */
export function findWaitingRows(
  rows: readonly TreeRow[],
  { parentRows }: RequestTree,
  endsNs: Float64Array,
): Int32Array {
  const waiting = parentRows.slice();
  const handedOff: number[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const span = rows[index]?.span;
    const parent = parentRows[index] ?? -1;
    if (parent === -1) continue;
    const above = rows[parent]?.span;
    if (span === undefined || above === undefined) continue;
    if (isDetached(span, above)) waiting[index] = -1;
    else if ((endsNs[index] ?? 0) > (endsNs[parent] ?? 0)) handedOff.push(index);
  }
  const ladder = handedOff.length > maxWalks ? ladderOf(parentRows, endsNs) : null;
  for (const index of handedOff) {
    const endNs = endsNs[index] ?? 0;
    const above = ladder === null ? walkUp(parentRows, endsNs, index) : firstAbove(ladder, index, endNs);
    if (above !== -1) waiting[index] = above;
  }
  return waiting;
}

/** Number of handed-off spans up to which walking up the tree is as fast as building the ladder of `Rung`. */
const maxWalks = 16;

/** Returns the nearest ancestor that ends no earlier than `row`; -1 when there is none. */
function walkUp(parents: Int32Array, ends: Float64Array, row: number): number {
  let above = parents[row] ?? -1;
  while (above !== -1 && (ends[above] ?? 0) < (ends[row] ?? 0)) above = parents[above] ?? -1;
  return above;
}

function isDetached({ kind, isFollowsFrom }: Span, parent: Span): boolean {
  return isFollowsFrom === true || (kind === "consumer" && parent.kind === "producer");
}

/**
 * Rung k of a row: the ancestor 2^k levels up, and the latest end on the path to it. The number of rungs is
 * logarithmic in the depth.
 */
interface Rung {
  readonly above: Int32Array;
  readonly latest: Float64Array;
}

function ladderOf(parents: Int32Array, ends: Float64Array): readonly Rung[] {
  const endOf = (row: number): number => (row === -1 ? -Infinity : (ends[row] ?? -Infinity));
  let rung: Rung = { above: parents, latest: Float64Array.from(parents, endOf) };
  const ladder = [rung];
  while (rung.above.some((row) => row !== -1)) {
    const { above, latest } = rung;
    rung = {
      above: above.map((row) => above[row] ?? -1),
      latest: latest.map((end, row) => Math.max(end, latest[above[row] ?? -1] ?? -Infinity)),
    };
    ladder.push(rung);
  }
  return ladder;
}

/** Returns the nearest ancestor that ends at `end` or later; -1 when there is none. */
function firstAbove(ladder: readonly Rung[], row: number, end: number): number {
  let at = row;
  for (let step = ladder.length - 1; step >= 0 && at !== -1; step -= 1) {
    const rung = ladder[step];
    if (rung !== undefined && (rung.latest[at] ?? -Infinity) < end) at = rung.above[at] ?? -1;
  }
  return at === -1 ? -1 : (ladder[0]?.above[at] ?? -1);
}
