/** Responses of a source as columns on one grid, for range and instant queries alike. */
import type { InstantVector, Matrix } from "@/lib/model/grid";

/** Row of a query result: its labels, and one value per grid point. */
export interface LabelledColumn {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Float64Array;
}

/** Results of several queries on one time grid. */
export interface QueryColumns {
  readonly pointCount: number;
  /** Rows of a query's response; empty when it returned nothing. */
  readonly findRows: (promql: string) => readonly LabelledColumn[];
}

/** Makes the results of range queries, by PromQL text, available by grid point. */
export function columnsFromMatrices(
  pointCount: number,
  responses: ReadonlyMap<string, Matrix>,
): QueryColumns {
  return { pointCount, findRows: (promql) => responses.get(promql)?.rows ?? [] };
}

/** Makes the results of instant queries, by PromQL text, available as a grid of one point. */
export function columnsFromVectors(responses: ReadonlyMap<string, InstantVector>): QueryColumns {
  return {
    pointCount: 1,
    findRows: (promql) =>
      (responses.get(promql)?.samples ?? []).map(({ labels, value }) => ({
        labels,
        values: Float64Array.of(value),
      })),
  };
}

/**
 * Returns the values of a query with one row, such as an aggregate without grouping; all NaN if it returned
 * nothing.
 */
export function readSingleColumn(columns: QueryColumns, promql: string): Float64Array {
  const [row] = columns.findRows(promql);
  return row?.values ?? new Float64Array(columns.pointCount).fill(Number.NaN);
}
