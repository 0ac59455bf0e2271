/**
 * Which rows of a trace are drawn when it has more than a page takes. In this order, each up to its share of the places, so that
 * no kind crowds out the others: what is on the critical path, what ended in error, the longest, and then level by level from
 * the top. A row never stands without its parents, so each takes those along that are not there yet.
 */

export interface RowWeight {
  /** Index into the rows, smaller than the row's own; -1 for a root. */
  readonly parentIndex: number;
  readonly depth: number;
  readonly durationNs: number;
  readonly criticalNs: number;
  readonly isError: boolean;
}

export interface WindowedRows {
  /** Indexes of the rows that are drawn, in their order. */
  readonly kept: readonly number[];
  /** For each row how many below it are left out, counted at the nearest row above them that is drawn. */
  readonly leftBelow: Int32Array;
  readonly left: { readonly rows: number; readonly critical: number; readonly errors: number };
}

/** Share of the places that are taken once a kind had its turn. */
const turns = [0.5, 0.7, 0.9, 1] as const;

/** All rows where there are at most `most`. Sorts each kind once; a row that does not fit costs nothing to those below it. */
export function windowRows(rows: readonly RowWeight[], most: number): WindowedRows {
  if (rows.length <= most) return told(rows, new Uint8Array(rows.length).fill(1));
  const keeper = keeperOf(rows);
  for (const [turn, order] of ordersOf(rows).entries()) {
    const places = Math.floor(most * (turns[turn] ?? 1));
    for (const index of order) if (!keeper.keep(index, places) && keeper.count() >= most) break;
  }
  return told(rows, keeper.isKept);
}

function ordersOf(rows: readonly RowWeight[]): readonly (readonly number[])[] {
  const all = [...rows.keys()];
  const of = (index: number): RowWeight => rows[index] ?? nothing;
  const longer = (a: number, b: number): number =>
    of(b).durationNs - of(a).durationNs || of(a).depth - of(b).depth || a - b;
  return [
    all
      .filter((index) => of(index).criticalNs > 0)
      .sort((a, b) => of(b).criticalNs - of(a).criticalNs || longer(a, b)),
    all.filter((index) => of(index).isError).sort(longer),
    all.toSorted(longer),
    all.toSorted((a, b) => of(a).depth - of(b).depth || longer(a, b)),
  ];
}

const nothing: RowWeight = { parentIndex: -1, depth: 0, durationNs: 0, criticalNs: 0, isError: false };

function keeperOf(rows: readonly RowWeight[]) {
  const isKept = new Uint8Array(rows.length);
  /** The number of places for which a row was refused: what hangs below it does not fit either. */
  const refusedFor = new Int32Array(rows.length);
  let count = 0;
  const keep = (index: number, places: number): boolean => {
    const way: number[] = [];
    for (let at = index; at !== -1 && isKept[at] === 0; at = rows[at]?.parentIndex ?? -1) {
      way.push(at);
      if (count + way.length <= places && (refusedFor[at] ?? 0) < places) continue;
      refusedFor[index] = places;
      return false;
    }
    for (const at of way) isKept[at] = 1;
    count += way.length;
    return true;
  };
  return { isKept, keep, count: () => count };
}

function told(rows: readonly RowWeight[], isKept: Uint8Array): WindowedRows {
  const leftBelow = new Int32Array(rows.length);
  const above = new Int32Array(rows.length).fill(-1);
  const kept: number[] = [];
  const left = { rows: 0, critical: 0, errors: 0 };
  for (const [index, row] of rows.entries()) {
    const parent = row.parentIndex;
    above[index] = isKept[index] === 1 ? index : parent === -1 ? -1 : (above[parent] ?? -1);
    if (isKept[index] === 1) {
      kept.push(index);
      continue;
    }
    left.rows += 1;
    if (row.criticalNs > 0) left.critical += 1;
    if (row.isError) left.errors += 1;
    const at = above[index] ?? -1;
    if (at >= 0) leftBelow[at] = (leftBelow[at] ?? 0) + 1;
  }
  return { kept, leftBelow, left };
}
