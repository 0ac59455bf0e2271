/** The columns of the operation table, and its order by one of them. */
import type { StudyOperation } from "@/lib/contracts/trace-study";

export interface OperationColumn {
  readonly id: string;
  readonly title: string;
  /** What the number is, for who asks. */
  readonly about: string;
  readonly of: (row: StudyOperation) => number | null;
  readonly shows: "count" | "s" | "ms" | "share";
}

export const operationColumns = [
  {
    id: "spans",
    title: "Spans",
    about: "How many spans there are of it.",
    of: ({ spans }) => spans,
    shows: "count",
  },
  {
    id: "total",
    title: "Total, s",
    about: "Their durations together; a parent and its children both count.",
    of: ({ totalNs }) => totalNs,
    shows: "s",
  },
  {
    id: "self",
    title: "Self, s",
    about: "Their time without that of their children.",
    of: ({ selfNs }) => selfNs,
    shows: "s",
  },
  {
    id: "time",
    title: "Self, %",
    about: "Its self time, of all self time.",
    of: ({ shareOfTime }) => shareOfTime,
    shows: "share",
  },
  {
    id: "critical",
    title: "Critical path, %",
    about: "What requests waited for it, of all they waited for.",
    of: ({ shareOfCriticalPath }) => shareOfCriticalPath,
    shows: "share",
  },
  {
    id: "p50",
    title: "p50, ms",
    about: "Half of its spans are not longer.",
    of: ({ durationNs }) => durationNs.p50,
    shows: "ms",
  },
  {
    id: "p95",
    title: "p95, ms",
    about: "95 % of its spans are not longer; needs 20 of them.",
    of: ({ durationNs }) => durationNs.p95,
    shows: "ms",
  },
  {
    id: "p99",
    title: "p99, ms",
    about: "99 % of its spans are not longer; needs 100 of them.",
    of: ({ durationNs }) => durationNs.p99,
    shows: "ms",
  },
  {
    id: "errors",
    title: "Errors",
    about: "Spans of it that ended in error.",
    of: ({ errors }) => errors,
    shows: "count",
  },
] as const satisfies readonly OperationColumn[];

export type OperationColumnId = (typeof operationColumns)[number]["id"];

/** Largest first; what is not told last. The order they came in among equals. */
export function byColumn(rows: readonly StudyOperation[], id: OperationColumnId): readonly StudyOperation[] {
  const column: OperationColumn | undefined = operationColumns.find((one) => one.id === id);
  if (column === undefined) return rows;
  return rows.toSorted((a, b) => (column.of(b) ?? -1) - (column.of(a) ?? -1));
}

/** Those that a phone has room for: what the rows stand by, then what tells most. The others are a choice away. */
export function phoneColumns(order: OperationColumnId): ReadonlySet<OperationColumnId> {
  return new Set([...new Set<OperationColumnId>([order, "critical", "p95", "spans"])].slice(0, onPhone));
}
const onPhone = 3;
