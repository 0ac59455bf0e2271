/** Sorts the rows: server order (worst first), or by a column, largest first. Rows without a value are last. */
import type { OverviewRow } from "@/lib/contracts/overview";
import type { Reading } from "@/lib/model/reading";
import type { SortColumn } from "@/lib/client/url-state";

function findReading(row: OverviewRow, column: SortColumn): Reading | undefined {
  if (row.state !== "judged") return undefined;
  const { readings } = row;
  switch (column) {
    case "ttft":
      return readings.ttftP95;
    case "tpot":
      return readings.tpotP95;
    case "requests":
      return readings.requestRate;
    case "output":
      return readings.outputTokenRate;
    case "running":
      return readings.running;
    case "waiting":
      return readings.waiting;
    case "kv":
      return readings.kvUsage;
    case "errors":
      return readings.errorRatio;
    case "status":
    case "name":
      return undefined;
  }
}

/** Sorts Overview rows by a column. Rows without a value are last. */
export function sortRows(rows: readonly OverviewRow[], column: SortColumn): readonly OverviewRow[] {
  if (column === "status") return rows;
  if (column === "name") return rows.toSorted((a, b) => a.title.localeCompare(b.title, "en"));
  const getSortValue = (row: OverviewRow): number => {
    const reading = findReading(row, column);
    return reading?.kind === "present" ? reading.value : Number.NEGATIVE_INFINITY;
  };
  return rows.toSorted((a, b) => getSortValue(b) - getSortValue(a));
}
