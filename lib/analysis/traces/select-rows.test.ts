import fc from "fast-check";
import { expect, test } from "vitest";
import { selectRows, type SelectableRow } from "./select-rows";

const row = (parentIndex: number, depth: number, more: Partial<SelectableRow> = {}): SelectableRow => ({
  parentIndex,
  depth,
  durationNs: 1,
  criticalNs: 0,
  isError: false,
  ...more,
});

const anyRows = fc
  .array(
    fc.record({ where: fc.nat(), durationNs: fc.nat(1_000), criticalNs: fc.nat(5), isError: fc.boolean() }),
    { minLength: 1, maxLength: 80 },
  )
  .map((draws) => {
    const rows: SelectableRow[] = [];
    for (const { where, ...rest } of draws) {
      const parentIndex = (where % (rows.length + 1)) - 1;
      rows.push({ ...rest, parentIndex, depth: (rows[parentIndex]?.depth ?? -1) + 1 });
    }
    return rows;
  });

test("property: omitted rows are counted, included rows have their parents, and no row appears twice", () => {
  fc.assert(
    fc.property(anyRows, fc.integer({ min: 1, max: 90 }), (rows, maxRows) => {
      const { includedRows, omittedDescendants, omittedCounts: omitted } = selectRows(rows, maxRows);
      const set = new Set(includedRows);
      expect(includedRows.length).toBe(set.size);
      expect(includedRows).toEqual(includedRows.toSorted((a, b) => a - b));
      expect(includedRows.length).toBeLessThanOrEqual(Math.max(maxRows, 0));
      for (const index of includedRows) {
        const parent = rows[index]?.parentIndex ?? -1;
        expect(parent === -1 || set.has(parent)).toBe(true);
      }
      expect(omitted.rows).toBe(rows.length - includedRows.length);
      const below = omittedDescendants.reduce((sum, count) => sum + count, 0);
      const loose = rows.filter((_, index) => rootsAbove(rows, index).every((at) => !set.has(at))).length;
      expect(below + loose).toBe(omitted.rows);
      expect(omitted.errors).toBe(rows.filter(({ isError }, index) => isError && !set.has(index)).length);
    }),
  );
});

function rootsAbove(rows: readonly SelectableRow[], index: number): readonly number[] {
  const ancestors: number[] = [];
  for (let at = index; at !== -1; at = rows[at]?.parentIndex ?? -1) ancestors.push(at);
  return ancestors;
}

test("a trace within the limit is complete", () => {
  const rows = [row(-1, 0), row(0, 1), row(1, 2)];
  expect(selectRows(rows, 3).includedRows).toEqual([0, 1, 2]);
});

test("a deep error and the critical path come before long rows near the top", () => {
  const rows = [
    row(-1, 0, { durationNs: 100 }),
    ...Array.from({ length: 20 }, () => row(0, 1, { durationNs: 50 })),
    row(1, 2, { durationNs: 2, criticalNs: 2 }),
    row(2, 2, { isError: true }),
  ];
  const { includedRows, omittedCounts: omitted } = selectRows(rows, 10);
  expect(includedRows).toContain(21);
  expect(includedRows).toContain(22);
  expect(omitted).toEqual({ rows: 13, critical: 0, errors: 0 });
});

test("a chain deeper than the limit is included from its top", () => {
  const rows = Array.from({ length: 60_000 }, (_, index) =>
    row(index - 1, index, { durationNs: 60_000 - index }),
  );
  const { includedRows } = selectRows(rows, 50_000);
  expect(includedRows).toHaveLength(50_000);
  expect(includedRows.at(-1)).toBe(49_999);
});
