/**
 * Many expressions in one query: each marked by a label, joined by `or`, and the answer taken apart again by the mark. Every
 * expression is computed as if it stood alone, so its rows are what it would have answered by itself; the source is asked
 * once. Pure.
 */
import type { InstantVector, Matrix, MatrixRow } from "@/lib/model/grid";
import { labelKey, type Labels } from "@/lib/sources/prometheus/label-key";

/** No exporter can send a label of this form: Prometheus keeps names that begin so for itself. */
const partLabel = "__part__";

/** One query for all of `queries`, which are whole expressions printed from trees. One alone stays as it is. */
export function unionOf(queries: readonly string[]): string {
  const [single] = queries;
  if (single !== undefined && queries.length === 1) return single;
  return joined(queries.map((query, index) => `label_replace(${query}, "${partLabel}", "${index}", "", "")`));
}

/**
 * Matched by the mark alone, parts never meet each other, and the source compares one label instead of all. Halves are joined
 * to halves: in a chain the first rows would be compared again with every further part.
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

/** Rows of each part without their mark, in the order of their labels. */
function rowsOf<Row extends Labelled>(rows: readonly Row[], count: number): readonly (readonly Row[])[] {
  const parts = Array.from({ length: count }, (): Row[] => []);
  for (const row of rows) {
    const { [partLabel]: part, ...labels } = row.labels;
    parts[Number(part)]?.push({ ...row, labels });
  }
  return parts;
}

/** The matrices of `count` expressions from the answer to their union. Notes of the source are about all of them. */
export function splitMatrix({ grid, rows, warnings, infos }: Matrix, count: number): readonly Matrix[] {
  return rowsOf<MatrixRow>(rows, count).map((part) => ({
    grid,
    rows: part.toSorted((a, b) => (labelKey(a.labels) < labelKey(b.labels) ? -1 : 1)),
    warnings,
    infos,
  }));
}

/** The same of an answer for one instant. */
export function splitVector(
  { samples, warnings, infos }: InstantVector,
  count: number,
): readonly InstantVector[] {
  return rowsOf(samples, count).map((part) => ({ samples: part, warnings, infos }));
}
