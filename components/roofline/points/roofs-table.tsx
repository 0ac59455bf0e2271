import type { RooflineRoof } from "@/lib/contracts/roofline/roofline";
import { formatNumber } from "@/lib/format/number";
import { precisionTitle } from "@/lib/format/precision-names";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { usedCeiling } from "@/lib/sentences/roofline/point-text";
import { tera } from "./plot-roof";

interface NamedRoof {
  /** Accelerator, with its use in a row of the table: "one H200 SXM, what if". */
  readonly name: string;
  readonly roof: RooflineRoof;
}

interface RoofsTableProps extends NamedRoof {
  /** Another accelerator whose roof is drawn too. Null without one: the table is then omitted. */
  readonly other: NamedRoof | null;
}

/** Table of the theoretical ceilings of the roof in use and of the other one, one row per accelerator. */
export function RoofsTable({ name, roof, other }: RoofsTableProps) {
  if (other === null) return null;
  const roofs = [
    { name: `${name}, in use`, roof },
    { name: `one ${other.name}, what if`, roof: other.roof },
  ];
  return (
    <div className="pt-3">
      <ScrollRegion name="Roofs">
        <CompactTable
          columns={columns}
          rows={roofs}
          getKey={({ name }) => name}
          minWidthPx={600}
          isListOnPhones
        />
      </ScrollRegion>
    </div>
  );
}

const columns: readonly TableColumn<NamedRoof>[] = [
  { title: "Theoretical ceilings", render: ({ name }) => name },
  { title: "TB/s", render: ({ roof }) => formatNumber(roof.bandwidth.bytesPerSecond / tera) },
  { title: "TFLOP/s", render: ({ roof }) => formatNumber((usedCeiling(roof)?.flopsPerSecond ?? 0) / tera) },
  { title: "Ridge, FLOP/B", render: ({ roof }) => formatNumber(usedCeiling(roof)?.ridgeFlopPerByte ?? 0) },
  {
    title: "Precision",
    isText: true,
    render: ({ roof }) => {
      const used = usedCeiling(roof);
      return used === undefined ? "none" : precisionTitle(used.precision);
    },
  },
];
