/**
 * Combines expressions into one query: each is marked with a label and joined by `or`, and the result is split by
 * that label. Each expression is evaluated independently, so the rows are the same as in separate queries. Pure.
 */
import type { InstantVector, Matrix, MatrixRow } from "@/lib/model/grid";
import { formatLabelKey, type Labels } from "@/lib/sources/prometheus/label-key";

/** Prometheus reserves label names that start with two underscores, so no exporter can send this label. */
const partLabel = "__part__";

/** Combines queries into one PromQL query. A single query is returned unchanged. */
export function combineQueries(queries: readonly string[]): string {
  const [single] = queries;
  if (single !== undefined && queries.length === 1) return single;
  return joined(queries.map((query, index) => `label_replace(${query}, "${partLabel}", "${index}", "", "")`));
}

/**
 * Matching on the part label keeps parts separate and compares one label only. The tree is balanced, because a chain
 * would compare the first rows with every further part.
 */
function joined(parts: readonly string[]): string {
  const [single] = parts;
  if (single !== undefined && parts.length === 1) return single;
  const middle = Math.ceil(parts.length / 2);
  return `(${joined(parts.slice(0, middle))} or on (${partLabel}) ${joined(parts.slice(middle))})`;
}

interface Labelled {
  readonly labels: Labels;
}

/** Returns the rows of each part without the part label, in their order. */
function rowsOf<Row extends Labelled>(rows: readonly Row[], count: number): readonly (readonly Row[])[] {
  const parts = Array.from({ length: count }, (): Row[] => []);
  for (const row of rows) {
    const { [partLabel]: part, ...labels } = row.labels;
    parts[Number(part)]?.push({ ...row, labels });
  }
  return parts;
}

/** Splits the result of a combined query into `queryCount` matrices. Warnings apply to all of them. */
export function splitMatrix({ grid, rows, warnings, infos }: Matrix, queryCount: number): readonly Matrix[] {
  return rowsOf<MatrixRow>(rows, queryCount).map((part) => ({
    grid,
    rows: part.toSorted((a, b) => (formatLabelKey(a.labels) < formatLabelKey(b.labels) ? -1 : 1)),
    warnings,
    infos,
  }));
}

/** Splits the result of a combined instant query into `queryCount` vectors. Warnings apply to all of them. */
export function splitVector(
  { samples, warnings, infos }: InstantVector,
  queryCount: number,
): readonly InstantVector[] {
  return rowsOf(samples, queryCount).map((part) => ({ samples: part, warnings, infos }));
}
