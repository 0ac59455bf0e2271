/** Responses of a source as columns on one grid, for range and instant queries alike. */
import type { InstantVector, Matrix } from "@/lib/model/grid";

export interface LabelledColumn {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Float64Array;
}

export interface Columns {
  readonly pointCount: number;
  /** Rows of a query's response; empty when it returned nothing. */
  readonly rows: (promql: string) => readonly LabelledColumn[];
}

export function rangeColumns(pointCount: number, responses: ReadonlyMap<string, Matrix>): Columns {
  return { pointCount, rows: (promql) => responses.get(promql)?.rows ?? [] };
}

export function instantColumns(responses: ReadonlyMap<string, InstantVector>): Columns {
  return {
    pointCount: 1,
    rows: (promql) =>
      (responses.get(promql)?.samples ?? []).map(({ labels, value }) => ({
        labels,
        values: Float64Array.of(value),
      })),
  };
}

/** Returns the only row of an aggregate without grouping; all NaN when the query returned nothing. */
export function singleColumn(columns: Columns, promql: string): Float64Array {
  const [row] = columns.rows(promql);
  return row?.values ?? new Float64Array(columns.pointCount).fill(Number.NaN);
}
