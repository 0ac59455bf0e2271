import { expect, test } from "vitest";
import type { StudyOperation } from "@/lib/contracts/traces/trace-study";
import { sortByColumn, operationColumns, choosePhoneColumns } from "./operation-columns";

const row = (name: string, parts: Partial<StudyOperation>): StudyOperation => ({
  service: "chat",
  name,
  spanCount: 1,
  traceCount: 1,
  errorCount: 0,
  abortCount: 0,
  totalNs: 0,
  selfNs: 0,
  criticalNs: 0,
  shareOfTime: 0,
  shareOfCriticalPath: 0,
  durationNs: { p50: null, p95: null, p99: null, max: 0 },
  ...parts,
});
const names = (rows: readonly StudyOperation[]): readonly string[] => rows.map(({ name }) => name);

test("sorts largest first and unavailable last, and keeps the order of equal values", () => {
  const spread = (p95: number | null) => ({ p50: 1, p95, p99: null, max: 9 });
  const rows = [
    row("rare", { durationNs: spread(null), errorCount: 2, abortCount: 0 }),
    row("short", { durationNs: spread(0) }),
    row("long", { durationNs: spread(7) }),
  ];
  expect(names(sortByColumn(rows, "p95"))).toEqual(["long", "short", "rare"]);
  expect(names(sortByColumn(rows, "errors"))).toEqual(["rare", "short", "long"]);
  expect(names(sortByColumn(rows, "p99"))).toEqual(["rare", "short", "long"]);
});

test("shows three columns on a phone, including the sort column", () => {
  expect([...choosePhoneColumns("critical")]).toEqual(["critical", "p95", "spans"]);
  for (const { id } of operationColumns) {
    const visibleColumns = choosePhoneColumns(id);
    expect(visibleColumns.size).toBe(3);
    expect(visibleColumns.has(id)).toBe(true);
  }
});
