/** Columns as a source would have returned them, from literal values. */
import type { QueryColumns } from "@/lib/semantic/evaluate/columns";

interface Row {
  readonly labels?: Readonly<Record<string, string>>;
  readonly values: readonly number[];
}

/** Returns rows by query; all have the same length. */
export function createQueryColumns(answers: Readonly<Record<string, readonly Row[]>>): QueryColumns {
  const rows = Object.values(answers).flat();
  const pointCount = rows[0]?.values.length ?? 0;
  return {
    pointCount,
    findRows: (promql) =>
      (answers[promql] ?? []).map(({ labels = {}, values }) => ({
        labels,
        values: Float64Array.from(values),
      })),
  };
}
