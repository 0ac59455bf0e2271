/** The columns of the operation table, and its order by one of them. */
import type { StudyOperation } from "@/lib/contracts/trace-study";

export interface OperationColumn {
  readonly id: string;
  readonly title: string;
  /** What the number is, for who asks. */
  readonly description: string;
  readonly value: (row: StudyOperation) => number | null;
  readonly format: "count" | "s" | "ms" | "share";
}

export const operationColumns = [
  {
    id: "spans",
    title: "Spans",
    description: "How many spans there are of it.",
    value: ({ spans }) => spans,
    format: "count",
  },
  {
    id: "total",
    title: "Total, s",
    description: "Their durations together; a parent and its children both count.",
    value: ({ totalNs }) => totalNs,
    format: "s",
  },
  {
    id: "self",
    title: "Self, s",
    description: "Their time without that of their children.",
    value: ({ selfNs }) => selfNs,
    format: "s",
  },
  {
    id: "time",
    title: "Self, %",
    description: "Its self time, of all self time.",
    value: ({ shareOfTime }) => shareOfTime,
    format: "share",
  },
  {
    id: "critical",
    title: "Critical path, %",
    description: "What requests waited for it, of all they waited for.",
    value: ({ shareOfCriticalPath }) => shareOfCriticalPath,
    format: "share",
  },
  {
    id: "p50",
    title: "p50, ms",
    description: "Half of its spans are not longer.",
    value: ({ durationNs }) => durationNs.p50,
    format: "ms",
  },
  {
    id: "p95",
    title: "p95, ms",
    description: "95 % of its spans are not longer; needs 20 of them.",
    value: ({ durationNs }) => durationNs.p95,
    format: "ms",
  },
  {
    id: "p99",
    title: "p99, ms",
    description: "99 % of its spans are not longer; needs 100 of them.",
    value: ({ durationNs }) => durationNs.p99,
    format: "ms",
  },
  {
    id: "errors",
    title: "Errors",
    description: "Spans of it that ended in error.",
    value: ({ errors }) => errors,
    format: "count",
  },
] as const satisfies readonly OperationColumn[];

export type OperationColumnId = (typeof operationColumns)[number]["id"];

/** Largest first; what is not told last. The order they came in among equals. */
export function byColumn(rows: readonly StudyOperation[], id: OperationColumnId): readonly StudyOperation[] {
  const column: OperationColumn | undefined = operationColumns.find((one) => one.id === id);
  if (column === undefined) return rows;
  return rows.toSorted((a, b) => (column.value(b) ?? -1) - (column.value(a) ?? -1));
}

/** Those that a phone has room for: what the rows stand by, then what tells most. The others are a choice away. */
export function phoneColumns(order: OperationColumnId): ReadonlySet<OperationColumnId> {
  return new Set(
    [...new Set<OperationColumnId>([order, "critical", "p95", "spans"])].slice(0, phoneColumnCount),
  );
}
const phoneColumnCount = 3;
