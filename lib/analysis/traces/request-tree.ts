/**
 * Selects the root span that represents the request, and the parent of each span for the critical path.
 *
 * Rule: the longest root without a parent reference, else the longest root; with equal durations the earliest, then
 * the smallest id. A span with a missing parent within the request's time was caused by the request and becomes its
 * child.
 */
import { endNs, type TreeRow } from "./tree-rows";

/** Tree of a trace with the request's row as its root. */
export interface RequestTree {
  /** Index of the request's row; -1 without rows. */
  readonly rootRow: number;
  /** Index of the parent row; -1 for roots. Adopted rows may come before their parent. */
  readonly parentRows: Int32Array;
  /** Rows with a missing parent that become children of the root. */
  readonly adoptedRows: readonly number[];
}

/**
 * Finds the row of the request: the longest root, preferably one without a missing parent. Rows with a
 * missing parent within the request's time become its children.
 */
export function buildRequestTree(rows: readonly TreeRow[]): RequestTree {
  const roots: number[] = [];
  for (let index = 0; index < rows.length; index += 1) if (rows[index]?.parentIndex === -1) roots.push(index);
  const completeRoots = roots.filter((index) => rows[index]?.flags.includes("missing-parent") === false);
  const root = findLongestRow(rows, completeRoots.length > 0 ? completeRoots : roots);
  const parents = new Int32Array(rows.length);
  for (let index = 0; index < rows.length; index += 1) parents[index] = rows[index]?.parentIndex ?? -1;
  const rootSpan = rows[root]?.span;
  if (rootSpan === undefined) return { rootRow: -1, parentRows: parents, adoptedRows: [] };
  const adopted = roots.filter((index) => {
    const row = rows[index];
    if (index === root || row === undefined || !row.flags.includes("missing-parent")) return false;
    return row.span.startNs >= rootSpan.startNs && endNs(row.span) <= endNs(rootSpan);
  });
  for (const index of adopted) parents[index] = root;
  return { rootRow: root, parentRows: parents, adoptedRows: adopted };
}

/** Counts roots in addition to the request, except spans whose parent is missing. */
export function countOtherRoots(rows: readonly TreeRow[], { rootRow }: Pick<RequestTree, "rootRow">): number {
  let count = 0;
  for (const [index, { parentIndex, flags }] of rows.entries())
    if (parentIndex === -1 && index !== rootRow && !flags.includes("missing-parent")) count += 1;
  return count;
}

function findLongestRow(rows: readonly TreeRow[], among: readonly number[]): number {
  let best = among[0] ?? -1;
  for (const index of among) {
    const [one, longestSpan] = [rows[index]?.span, rows[best]?.span];
    if (one === undefined || longestSpan === undefined) continue;
    const longer = one.durationNs - longestSpan.durationNs || longestSpan.startNs - one.startNs;
    if (longer > 0 || (longer === 0 && one.spanId < longestSpan.spanId)) best = index;
  }
  return best;
}
