import { formatDateTime } from "@/lib/format/time";
import { ScrolledTable } from "@/components/charts/frame/scrolled-table";
import type { TwoGroups } from "@/lib/analysis/statistics/series/groups/point-groups";
import { toPairPoints, type CorrelatedPair } from "@/lib/sentences/signals/correlation/pair";

interface PairTableProps {
  readonly pair: CorrelatedPair;
  /** Groups of the points. Null if the points form one group. */
  readonly groups: TwoGroups | null;
  readonly height: number;
}

/** Table of the drawn pairs, newest first. */
export function PairTable({ pair, groups, height }: PairTableProps) {
  const { x, y } = pair;
  return (
    <ScrolledTable
      label="Pairs, table"
      caption={`${y.name} and ${x.name} at the same times`}
      height={height}
      columns={[x.name, y.name, ...(groups === null ? [] : ["Group"])]}
    >
      {toPairPoints(pair, groups)
        .toReversed()
        .map((point) => (
          <tr key={point.timeMs} className="border-t border-rule">
            <td className="px-2 py-0.5 whitespace-nowrap">{formatDateTime(point.timeMs, "UTC")}</td>
            <td className="px-2 py-0.5 text-right">{x.format(point.x)}</td>
            <td className="px-2 py-0.5 text-right">{y.format(point.y)}</td>
            {groups !== null && <td className="px-2 py-0.5 text-right">{point.group}</td>}
          </tr>
        ))}
    </ScrolledTable>
  );
}
