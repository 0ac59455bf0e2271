/**
 * Joins matrices of adjacent time ranges, and cuts a matrix to another range. Series are identified by their labels.
 * Where a piece lacks a series, its points are NaN.
 *
 *   pieces   |── head ──|───── cached, final ─────|── tail ──|
 *   series a   1 2 3       4 5 6 7 8 9               1 1
 *   series b   · · ·       · · · 2 2 2               3 3          · = missing
 */
import type { Grid, Matrix, MatrixRow } from "@/lib/model/grid";
import { formatLabelKey } from "@/lib/sources/prometheus/label-key";

/** Result of a range query with a text key of the labels of each row, sorted by key. */
export interface KeyedMatrix {
  readonly matrix: Matrix;
  readonly rowKeys: readonly string[];
}

/** Adds a text key of its labels to each row. */
export function addRowKeys(matrix: Matrix): KeyedMatrix {
  return { matrix, rowKeys: matrix.rows.map(({ labels }) => formatLabelKey(labels)) };
}

/**
 * Joins results of adjacent time ranges to one matrix on `grid`. They must not overlap and must have its
 * step. Missing points are NaN, and rows without values are removed. Equal warnings appear once.
 */
export function joinMatrices(grid: Grid, pieces: readonly KeyedMatrix[]): KeyedMatrix {
  const [single] = pieces;
  if (pieces.length === 1 && single !== undefined && sameGrid(single.matrix.grid, grid)) return single;
  const rows = new Map<string, MatrixRow>();
  for (const { matrix, rowKeys } of pieces) {
    const overlap = overlapOf(matrix.grid, grid);
    if (overlap === undefined) continue;
    for (const [index, row] of matrix.rows.entries()) {
      const values = row.values.subarray(overlap.from, overlap.from + overlap.count);
      if (!values.some((value) => !Number.isNaN(value))) continue;
      const key = rowKeys[index] ?? formatLabelKey(row.labels);
      let joined = rows.get(key);
      if (joined === undefined) {
        joined = { labels: row.labels, values: new Float64Array(grid.pointCount).fill(NaN) };
        rows.set(key, joined);
      }
      joined.values.set(values, overlap.to);
    }
  }
  const keys = [...rows.keys()].sort();
  return {
    rowKeys: keys,
    matrix: {
      grid,
      rows: keys.flatMap((key) => rows.get(key) ?? []),
      warnings: unique(pieces.flatMap(({ matrix }) => matrix.warnings)),
      infos: unique(pieces.flatMap(({ matrix }) => matrix.infos)),
    },
  };
}

function sameGrid(a: Grid, b: Grid): boolean {
  return a.startMs === b.startMs && a.stepMs === b.stepMs && a.pointCount === b.pointCount;
}

/** Returns the grid from `fromMs` to `toMs`, both inclusive and grid points. Undefined if it is empty. */
export function clipGrid(grid: Grid, fromMs: number, toMs: number): Grid | undefined {
  const { startMs, stepMs, pointCount } = grid;
  const from = Math.max(0, Math.ceil((fromMs - startMs) / stepMs));
  const to = Math.min(pointCount - 1, Math.floor((toMs - startMs) / stepMs));
  return to < from ? undefined : { startMs: startMs + from * stepMs, stepMs, pointCount: to - from + 1 };
}

/** Buffers may be larger than the values of the rows by this factor. */
const maxBufferFactor = 1.25;

/**
 * Returns the matrix with rows that need no other memory than that of their values. The rows of a response share one buffer,
 * which also contains omitted rows and those of other queries in the same request. One cached row would keep all of it.
 */
export function compactMatrix(keyed: KeyedMatrix): KeyedMatrix {
  const { rows, grid } = keyed.matrix;
  const usedBytes = rows.length * grid.pointCount * Float64Array.BYTES_PER_ELEMENT;
  if (sumBufferBytes(rows) <= maxBufferFactor * usedBytes) return keyed;
  const values = new Float64Array(rows.length * grid.pointCount);
  const compact = rows.map((row, index): MatrixRow => {
    const from = index * grid.pointCount;
    values.set(row.values, from);
    return { ...row, values: values.subarray(from, from + grid.pointCount) };
  });
  return { ...keyed, matrix: { ...keyed.matrix, rows: compact } };
}

function sumBufferBytes(rows: readonly MatrixRow[]): number {
  const buffers = new Set(rows.map(({ values }) => values.buffer));
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Estimates the memory of a compact matrix in bytes, for the cache limit. */
export function estimateMatrixBytes({ matrix, rowKeys }: KeyedMatrix): number {
  // Labels are stored twice: in the text of the key and as an object.
  const labelBytes = rowKeys.reduce((sum, key) => sum + 4 * key.length, 0);
  return 500 + matrix.rows.length * 400 + sumBufferBytes(matrix.rows) + labelBytes;
}

interface Overlap {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

function overlapOf(piece: Grid, grid: Grid): Overlap | undefined {
  const shift = (grid.startMs - piece.startMs) / grid.stepMs;
  const from = Math.max(0, shift);
  const count = Math.min(piece.pointCount, shift + grid.pointCount) - from;
  return count <= 0 ? undefined : { from, to: from - shift, count };
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
