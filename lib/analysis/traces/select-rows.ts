/**
 * Selects the rows to draw of a trace that exceeds the limit. Each category gets its share of the rows, so that none
 * displaces the others: critical path, errors, longest spans, then level by level from the top. A row is included
 * only with all its ancestors.
 */

/** Row of a trace with the values that decide whether it is displayed. */
export interface SelectableRow {
  /** Index of the parent row, smaller than the row's index; -1 for a root. */
  readonly parentIndex: number;
  readonly depth: number;
  readonly durationNs: number;
  readonly criticalNs: number;
  readonly isError: boolean;
}

/** Rows of a trace that are displayed, and the number of rows omitted below each of them. */
export interface SelectedRows {
  /** Indexes of the included rows, in order. */
  readonly includedRows: readonly number[];
  /** For each row, the number of omitted rows below it. An omitted row counts only at its nearest included ancestor. */
  readonly omittedDescendants: Int32Array;
  readonly omittedCounts: { readonly rows: number; readonly critical: number; readonly errors: number };
}

/** Share of the rows that is used after each category, cumulated over the categories. */
const shareLimits = [0.5, 0.7, 0.9, 1] as const;

/**
 * Selects at most `maxRows` rows to display; all rows if they fit. Half of them are for the critical path,
 * then errors, the longest spans and the top levels. A row is selected with all its ancestors.
 */
export function selectRows(rows: readonly SelectableRow[], maxRows: number): SelectedRows {
  if (rows.length <= maxRows) return windowedRows(rows, new Uint8Array(rows.length).fill(1));
  const selector = rowSelector(rows);
  for (const [turn, order] of ordersOf(rows).entries()) {
    const capacity = Math.floor(maxRows * (shareLimits[turn] ?? 1));
    for (const index of order) if (!selector.keep(index, capacity) && selector.count() >= maxRows) break;
  }
  return windowedRows(rows, selector.isIncluded);
}

function ordersOf(rows: readonly SelectableRow[]): readonly (readonly number[])[] {
  const indexes = [...rows.keys()];
  const of = (index: number): SelectableRow => rows[index] ?? nothing;
  const longer = (a: number, b: number): number =>
    of(b).durationNs - of(a).durationNs || of(a).depth - of(b).depth || a - b;
  return [
    indexes
      .filter((index) => of(index).criticalNs > 0)
      .sort((a, b) => of(b).criticalNs - of(a).criticalNs || longer(a, b)),
    indexes.filter((index) => of(index).isError).sort(longer),
    indexes.toSorted(longer),
    indexes.toSorted((a, b) => of(a).depth - of(b).depth || longer(a, b)),
  ];
}

const nothing: SelectableRow = { parentIndex: -1, depth: 0, durationNs: 0, criticalNs: 0, isError: false };

function rowSelector(rows: readonly SelectableRow[]) {
  const isIncluded = new Uint8Array(rows.length);
  /** For each row, the capacity with which it was refused. Its descendants do not fit either. */
  const refusedFor = new Int32Array(rows.length);
  let count = 0;
  const include = (index: number, capacity: number): boolean => {
    const path: number[] = [];
    for (let at = index; at !== -1 && isIncluded[at] === 0; at = rows[at]?.parentIndex ?? -1) {
      path.push(at);
      if (count + path.length <= capacity && (refusedFor[at] ?? 0) < capacity) continue;
      refusedFor[index] = capacity;
      return false;
    }
    for (const at of path) isIncluded[at] = 1;
    count += path.length;
    return true;
  };
  return { isIncluded: isIncluded, keep: include, count: () => count };
}

function windowedRows(rows: readonly SelectableRow[], isIncluded: Uint8Array): SelectedRows {
  const omittedBelow = new Int32Array(rows.length);
  const above = new Int32Array(rows.length).fill(-1);
  const included: number[] = [];
  const omitted = { rows: 0, critical: 0, errors: 0 };
  for (const [index, row] of rows.entries()) {
    const parent = row.parentIndex;
    above[index] = isIncluded[index] === 1 ? index : parent === -1 ? -1 : (above[parent] ?? -1);
    if (isIncluded[index] === 1) {
      included.push(index);
      continue;
    }
    omitted.rows += 1;
    if (row.criticalNs > 0) omitted.critical += 1;
    if (row.isError) omitted.errors += 1;
    const at = above[index] ?? -1;
    if (at >= 0) omittedBelow[at] = (omittedBelow[at] ?? 0) + 1;
  }
  return { includedRows: included, omittedDescendants: omittedBelow, omittedCounts: omitted };
}
