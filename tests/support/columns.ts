/** Columns made by hand, as a source would have answered. */
import type { Columns } from "@/lib/semantic/columns";

interface Row {
  readonly labels?: Readonly<Record<string, string>>;
  readonly values: readonly number[];
}

/** Rows by query; all of one length. */
export function columnsOf(answers: Readonly<Record<string, readonly Row[]>>): Columns {
  const rows = Object.values(answers).flat();
  const pointCount = rows[0]?.values.length ?? 0;
  return {
    pointCount,
    rows: (promql) =>
      (answers[promql] ?? []).map(({ labels = {}, values }) => ({
        labels,
        values: Float64Array.from(values),
      })),
  };
}
