/** A source defined by a formula, for tests of caching and joining: its past values are known exactly. */
import type { Grid, Matrix, MatrixRow } from "@/lib/model/grid";
import type { RangeRequest, SeriesProvider } from "./series-provider";

/** Value of `row` at `timeMs` when queried at `queriedAtMs`. NaN if there is none. */
export type ValueFormula = (row: number, timeMs: number, queriedAtMs: number) => number;

export interface FormulaSource extends SeriesProvider {
  readonly ranges: RangeRequest[];
  /** Points read so far. */
  readonly pointCount: () => number;
}

export interface FormulaParts {
  readonly rowCount: number;
  readonly formula: ValueFormula;
  readonly nowMs: () => number;
  /** Runs before each response. It may wait or throw. */
  readonly before?: (request: RangeRequest) => Promise<void> | void;
}

export function matrixOf(
  grid: Grid,
  rowCount: number,
  valueOf: (row: number, timeMs: number) => number,
): Matrix {
  const rows: MatrixRow[] = [];
  for (let row = 0; row < rowCount; row += 1) {
    const values = Float64Array.from({ length: grid.pointCount }, (_, index) =>
      valueOf(row, grid.startMs + index * grid.stepMs),
    );
    if (values.some((value) => !Number.isNaN(value))) rows.push({ labels: { row: String(row) }, values });
  }
  return { grid, rows, warnings: [], infos: [] };
}

export function formulaSource({ rowCount, formula, nowMs, before }: FormulaParts): FormulaSource {
  const ranges: RangeRequest[] = [];
  return {
    id: "formula",
    canRead: () => true,
    ranges,
    pointCount: () => ranges.reduce((sum, { grid }) => sum + grid.pointCount, 0),
    readRange: async (request) => {
      ranges.push(request);
      await before?.(request);
      request.signal.throwIfAborted();
      const queriedAtMs = nowMs();
      return matrixOf(request.grid, rowCount, (row, timeMs) => formula(row, timeMs, queriedAtMs));
    },
    readInstant: async (request) => {
      await Promise.resolve();
      const value = formula(0, request.atMs, nowMs());
      return { samples: [{ labels: {}, value, atMs: request.atMs }], warnings: [], infos: [] };
    },
  };
}
