/** Columns of the operation table, and sorting of its rows by a column. */
import type { StudyOperation } from "@/lib/contracts/traces/trace-study";

/** Column of the operation table. */
export interface OperationColumn {
  readonly id: string;
  readonly title: string;
  /** Explains the number in the tooltip. */
  readonly description: string;
  readonly readValue: (row: StudyOperation) => number | null;
  readonly format: "count" | "s" | "ms" | "share";
}

/** Columns of the operation table. */
export const operationColumns = [
  {
    id: "spans",
    title: "Spans",
    description: "Number of spans.",
    readValue: ({ spanCount: spans }) => spans,
    format: "count",
  },
  {
    id: "total",
    title: "Total, s",
    description: "Sum of span durations. Parent and child spans both count.",
    readValue: ({ totalNs }) => totalNs,
    format: "s",
  },
  {
    id: "self",
    title: "Self, s",
    description: "Sum of span durations without the time in child spans.",
    readValue: ({ selfNs }) => selfNs,
    format: "s",
  },
  {
    id: "time",
    title: "Self, %",
    description: "Self time as a share of the self time of all operations.",
    readValue: ({ shareOfTime }) => shareOfTime,
    format: "share",
  },
  {
    id: "critical",
    title: "Critical path, %",
    description: "Time on the critical path as a share of the critical path of all requests.",
    readValue: ({ shareOfCriticalPath }) => shareOfCriticalPath,
    format: "share",
  },
  {
    id: "p50",
    title: "p50, ms",
    description: "Median span duration.",
    readValue: ({ durationNs }) => durationNs.p50,
    format: "ms",
  },
  {
    id: "p95",
    title: "p95, ms",
    description: "95th percentile of span duration. Requires 20 spans.",
    readValue: ({ durationNs }) => durationNs.p95,
    format: "ms",
  },
  {
    id: "p99",
    title: "p99, ms",
    description: "99th percentile of span duration. Requires 100 spans.",
    readValue: ({ durationNs }) => durationNs.p99,
    format: "ms",
  },
  {
    id: "errors",
    title: "Errors",
    description: "Spans that ended in error.",
    readValue: ({ errorCount: errors }) => errors,
    format: "count",
  },
  {
    id: "aborts",
    title: "Aborts",
    description: "Spans of requests that the client aborted.",
    readValue: ({ abortCount: aborts }) => aborts,
    format: "count",
  },
] as const satisfies readonly OperationColumn[];

/** Id of a column of the operation table. */
export type OperationColumnId = (typeof operationColumns)[number]["id"];

/**
 * Sorts operations by a column, largest first. Missing values are last, and equal values stay in their
 * order.
 */
export function sortByColumn(
  rows: readonly StudyOperation[],
  columnId: OperationColumnId,
): readonly StudyOperation[] {
  const column: OperationColumn | undefined = operationColumns.find((one) => one.id === columnId);
  if (column === undefined) return rows;
  return rows.toSorted((a, b) => (column.readValue(b) ?? -1) - (column.readValue(a) ?? -1));
}

/**
 * Returns the columns that fit on a phone: the sort column first, then the most informative ones. The person
 * can sort by any other.
 */
export function choosePhoneColumns(sortColumn: OperationColumnId): ReadonlySet<OperationColumnId> {
  return new Set(
    [...new Set<OperationColumnId>([sortColumn, "critical", "p95", "spans"])].slice(0, phoneColumnCount),
  );
}
const phoneColumnCount = 3;
