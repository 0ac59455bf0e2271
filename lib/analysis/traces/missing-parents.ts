/**
 * Rows of a trace as drawn. Spans with the same missing parent are grouped under a placeholder row. The placeholder
 * is not a span: its times are the extent of its children.
 */
import { endNs, type TreeRow } from "./tree-rows";

/** Row of the timeline: a span, or a placeholder for a parent that the source did not return. */
export type WaterfallRow =
  | {
      readonly kind: "span";
      readonly row: TreeRow;
      /** Index of the span in the input rows. */
      readonly rowIndex: number;
      readonly parentIndex: number;
      readonly depth: number;
    }
  | {
      readonly kind: "missing-parent";
      readonly spanId: string;
      readonly parentIndex: -1;
      readonly depth: 0;
      readonly startNs: number;
      readonly durationNs: number;
    };

/** Half-open index range of a root and its subtree. */
interface Subtree {
  readonly from: number;
  readonly to: number;
}

/**
 * Adds placeholder rows for missing parents, each before its earliest child, in drawing order. `maxRows`
 * limits the result to the first rows.
 */
export function insertMissingParentRows(
  rows: readonly TreeRow[],
  maxRows = Infinity,
): readonly WaterfallRow[] {
  const drawn: WaterfallRow[] = [];
  for (const family of groupByMissingParent(rows)) {
    if (drawn.length >= maxRows) break;
    const spanId = family.missingId;
    if (spanId !== null) drawn.push(createMissingParentRow(spanId, rows, family.subtrees));
    const above = spanId === null ? null : drawn.length - 1;
    for (const { from, to } of family.subtrees)
      appendSubtree(
        drawn,
        rows,
        { from, to: Math.min(to, from + Math.max(0, maxRows - drawn.length)) },
        above,
      );
  }
  return drawn;
}

interface Family {
  readonly missingId: string | null;
  readonly subtrees: Subtree[];
}

function groupByMissingParent(rows: readonly TreeRow[]): readonly Family[] {
  const found: Family[] = [];
  const byMissingId = new Map<string, Family>();
  for (const subtree of subtreesOf(rows)) {
    const root = rows[subtree.from];
    const missingId = root?.flags.includes("missing-parent") === true ? root.span.parentSpanId : null;
    const known = missingId === null ? undefined : byMissingId.get(missingId);
    if (known !== undefined) {
      known.subtrees.push(subtree);
      continue;
    }
    const family: Family = { missingId, subtrees: [subtree] };
    found.push(family);
    if (missingId !== null) byMissingId.set(missingId, family);
  }
  return found;
}

function subtreesOf(rows: readonly TreeRow[]): readonly Subtree[] {
  const starts: number[] = [];
  for (const [index, { parentIndex }] of rows.entries()) if (parentIndex === -1) starts.push(index);
  return starts.map((from, position) => ({ from, to: starts[position + 1] ?? rows.length }));
}

function createMissingParentRow(
  spanId: string,
  rows: readonly TreeRow[],
  subtrees: readonly Subtree[],
): WaterfallRow {
  const children = subtrees.flatMap(({ from }) => rows[from]?.span ?? []);
  const startNs = children.reduce((min, child) => Math.min(min, child.startNs), Infinity);
  const toNs = children.reduce((max, child) => Math.max(max, endNs(child)), startNs);
  return {
    kind: "missing-parent",
    spanId,
    parentIndex: -1,
    depth: 0,
    startNs,
    durationNs: toNs - startNs,
  };
}

/** Appends a subtree to `drawn`, under row `above` if given. */
function appendSubtree(
  drawn: WaterfallRow[],
  rows: readonly TreeRow[],
  { from, to }: Subtree,
  above: number | null,
): void {
  const shift = drawn.length - from;
  for (let rowIndex = from; rowIndex < to; rowIndex += 1) {
    const row = rows[rowIndex];
    if (row === undefined) continue;
    drawn.push({
      kind: "span",
      row,
      rowIndex,
      parentIndex: row.parentIndex === -1 ? (above ?? -1) : row.parentIndex + shift,
      depth: row.depth + (above === null ? 0 : 1),
    });
  }
}
