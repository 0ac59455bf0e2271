/** A source and a provider in memory, for tests of caching and joining: their values are known exactly. */
import type { Grid, Matrix, MatrixRow } from "@/lib/model/grid";
import type { TimeWindow } from "@/lib/model/time-window";
import type { RangeReadResult } from "./range-reader";
import type { PromqlSource } from "./reader-dependencies";
import type { SeriesProvider, SeriesRequest } from "./series-provider";

/** Value of `row` at `timeMs` when queried at `queriedAtMs`. NaN if there is none. */
export type ValueFormula = (row: number, timeMs: number, queriedAtMs: number) => number;

type RangeRequest = Parameters<PromqlSource["queryRange"]>[0];

/** A source for tests whose values are computed by a formula. It records the requests. */
export interface FormulaSource extends PromqlSource {
  readonly rangeRequests: RangeRequest[];
  /** Points read so far. */
  readonly countReadPoints: () => number;
}

/** Formula, number of series and clock of a test source. */
export interface FormulaSourceOptions {
  readonly rowCount: number;
  readonly formula: ValueFormula;
  readonly nowMs: () => number;
  /** Runs before each response. It may wait or throw. */
  readonly beforeResponse?: (request: RangeRequest) => Promise<void> | void;
}

/** Returns the matrix that a source would return for the formula. Rows without a value are omitted. */
export function makeMatrix(
  grid: Grid,
  rowCount: number,
  computeValue: (row: number, timeMs: number) => number,
): Matrix {
  const rows: MatrixRow[] = [];
  for (let row = 0; row < rowCount; row += 1) {
    const values = Float64Array.from({ length: grid.pointCount }, (_, index) =>
      computeValue(row, grid.startMs + index * grid.stepMs),
    );
    if (values.some((value) => !Number.isNaN(value))) rows.push({ labels: { row: String(row) }, values });
  }
  return { grid, rows, warnings: [], infos: [] };
}

/** Returns a source whose values follow the formula. */
export function createFormulaSource({
  rowCount,
  formula,
  nowMs,
  beforeResponse,
}: FormulaSourceOptions): FormulaSource {
  const ranges: RangeRequest[] = [];
  return {
    rangeRequests: ranges,
    countReadPoints: () => ranges.reduce((sum, { grid }) => sum + grid.pointCount, 0),
    queryRange: async (request) => {
      ranges.push(request);
      await beforeResponse?.(request);
      request.signal?.throwIfAborted();
      const queriedAtMs = nowMs();
      return makeMatrix(request.grid, rowCount, (row, timeMs) => formula(row, timeMs, queriedAtMs));
    },
    queryInstant: async (request) => {
      await Promise.resolve();
      const value = formula(0, request.atMs, nowMs());
      return { samples: [{ labels: {}, value, atMs: request.atMs }], warnings: [], infos: [] };
    },
  };
}

/** A series provider for tests that records requests and results. */
export interface MemoryProvider extends SeriesProvider {
  readonly requests: SeriesRequest[];
  readonly results: RangeReadResult[];
}

interface MemoryProviderOptions extends Partial<Pick<RangeReadResult, "asOfMs" | "stale">> {
  readonly name: string;
  readonly windows: readonly TimeWindow[];
  /** Returns the values on a grid. It may throw. */
  readonly readValues: (grid: Grid) => Matrix;
}

/** Creates a provider that covers these windows. */
export function createMemoryProvider({
  name,
  windows,
  readValues,
  asOfMs = 0,
  stale = null,
}: MemoryProviderOptions): MemoryProvider {
  const requests: SeriesRequest[] = [];
  const results: RangeReadResult[] = [];
  return {
    name,
    requests,
    results,
    findCoverage: async () =>
      Promise.resolve({ windows, uncoveredReason: `${name}: nothing else is stored` }),
    readRange: async (request) => {
      await Promise.resolve();
      requests.push(request);
      const result = { matrix: readValues(request.grid), asOfMs, stale };
      results.push(result);
      return result;
    },
  };
}
