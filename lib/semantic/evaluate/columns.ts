/** Responses of a source as columns on one grid, for range and instant queries alike. */
import type { InstantVector, Matrix } from "@/lib/model/grid";

/** One row of a query's response: its labels and one value per point. */
export interface LabelledColumn {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Float64Array;
}

/** Responses of several queries on one grid. */
export interface QueryColumns {
  readonly pointCount: number;
  /** Rows of a query's response; empty when it returned nothing. */
  readonly findRows: (promql: string) => readonly LabelledColumn[];
}

export function columnsFromMatrices(
  pointCount: number,
  responses: ReadonlyMap<string, Matrix>,
): QueryColumns {
  return { pointCount, findRows: (promql) => responses.get(promql)?.rows ?? [] };
}

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

/** Returns the only row of an aggregate without grouping; all NaN when the query returned nothing. */
export function readSingleColumn(columns: QueryColumns, promql: string): Float64Array {
  const [row] = columns.findRows(promql);
  return row?.values ?? new Float64Array(columns.pointCount).fill(Number.NaN);
}
