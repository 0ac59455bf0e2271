/** A time grid and the numbers on it: the result of a range query before any evaluation. */

/** Time grid: points startMs + i × stepMs for i in 0..pointCount−1. `startMs` is a multiple of `stepMs`. */
export interface Grid {
  readonly startMs: number;
  readonly stepMs: number;
  readonly pointCount: number;
}

/** One series of a range query. */
export interface MatrixRow {
  readonly labels: Readonly<Record<string, string>>;
  /** One value per grid point; NaN where the source returned no sample or NaN. */
  readonly values: Float64Array;
}

/** Result of a range query on a time grid. */
export interface Matrix {
  readonly grid: Grid;
  readonly rows: readonly MatrixRow[];
  /** Warnings that the source sent with its data: such data are partial. */
  readonly warnings: readonly string[];
  /** Informational messages; the data are complete. */
  readonly infos: readonly string[];
}

/** Sample of one series from an instant query. */
export interface InstantSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  readonly atMs: number;
}

/** Result of an instant query. */
export interface InstantVector {
  readonly samples: readonly InstantSample[];
  readonly warnings: readonly string[];
  readonly infos: readonly string[];
}

/** Returns the time of the last point of a grid, in epoch milliseconds. */
export function gridEndMs(grid: Grid): number {
  return grid.startMs + (grid.pointCount - 1) * grid.stepMs;
}
