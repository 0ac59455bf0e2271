import type { RooflineRoof } from "@/lib/contracts/roofline/roofline";
import { formatNumber } from "@/lib/format/number";
import { precisionTitle } from "@/lib/format/precision-names";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { usedCeiling } from "@/lib/sentences/roofline/point-text";
import { tera } from "./plot-roof";

interface NamedRoof {
  /** Accelerator and its use, such as "one H200 SXM, what if". */
  readonly name: string;
  readonly roof: RooflineRoof;
}

/** Table of the theoretical ceilings of the drawn roofs, one row per accelerator. */
export function RoofsTable({ roofs }: { readonly roofs: readonly NamedRoof[] }) {
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
