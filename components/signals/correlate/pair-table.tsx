import { formatDateTime } from "@/lib/format/time";
import { ScrolledTable } from "@/components/charts/frame/scrolled-table";
import { toPairPoints, type CorrelatedPair } from "@/lib/sentences/signals/correlation/pair";

interface PairTableProps {
  readonly pair: CorrelatedPair;
  readonly height: number;
}

/** Table of the drawn pairs, newest first. */
export function PairTable({ pair, height }: PairTableProps) {
  const { x, y } = pair;
  return (
    <ScrolledTable
      label="Pairs, table"
      caption={`${y.name} and ${x.name} at the same times`}
      height={height}
      columns={[x.name, y.name]}
    >
      {toPairPoints(pair)
        .toReversed()
        .map((point) => (
          <tr key={point.timeMs} className="border-t border-rule">
            <td className="px-2 py-0.5 whitespace-nowrap">{formatDateTime(point.timeMs, "UTC")}</td>
            <td className="px-2 py-0.5 text-right">{x.format(point.x)}</td>
            <td className="px-2 py-0.5 text-right">{y.format(point.y)}</td>
          </tr>
        ))}
    </ScrolledTable>
  );
}
