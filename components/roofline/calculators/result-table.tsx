import type { CalculatorResult, CalculatorRow } from "@/lib/sentences/roofline/calculators/calculate";
import { CompactTable, ScrollRegion } from "@/components/shared/figure";

interface ResultTableProps {
  readonly result: Pick<CalculatorResult, "columns" | "rows" | "chosenRowKey">;
}

/** Renders the result of a calculator as a table. */
export function ResultTable({ result: { columns, rows, chosenRowKey } }: ResultTableProps) {
  const named = columns.some((title) => title !== "") ? columns : ["Quantity", "Value"];
  return (
    <div className="pt-4">
      <ScrollRegion name="Result">
        <CompactTable
          columns={named.map((title, index) => ({ title, render: cellOf(index, chosenRowKey) }))}
          rows={rows}
          getKey={({ key }) => key}
        />
      </ScrollRegion>
    </div>
  );
}

/** Renders the selected row in bold. */
const cellOf = (index: number, chosen: string | null) => (row: CalculatorRow) =>
  row.key === chosen ? <strong className="font-semibold">{row.cells[index]}</strong> : row.cells[index];
