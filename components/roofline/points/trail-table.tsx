import { formatNumber } from "@/lib/format/number";
import { formatDateTime } from "@/lib/format/time";
import { ScrolledTable } from "@/components/charts/frame/scrolled-table";
import type { TimedTrail } from "./plot-points";

const height = 596;

/** Lists the operating points over time, newest first, instead of the plot. */
export function TrailTable({ trails }: { readonly trails: readonly TimedTrail[] }) {
  const rows = trails
    .flatMap(({ name, timesMs, x, y, isMixedByPoint }) =>
      timesMs.map((at, index) => ({
        name,
        at,
        x: x[index] ?? 0,
        y: y[index] ?? 0,
        isMixed: isMixedByPoint[index] === true,
      })),
    )
    .toSorted((a, b) => b.at - a.at);
  return (
    <ScrolledTable
      label="Trail table"
      caption="Position of decode and prefill in each interval"
      height={height}
      columns={["Phase", "FLOP/B", "TFLOP/s", "Steps"]}
    >
      {rows.map(({ name, at, x, y, isMixed }) => (
        <tr key={`${at} ${name}`} className="border-t border-rule">
          <td className="px-2 py-1">{formatDateTime(at, "UTC", true)}</td>
          <td className="px-2 text-right">{name}</td>
          <td className="px-2 text-right">{formatNumber(x)}</td>
          <td className="px-2 text-right">{formatNumber(y)}</td>
          <td className="px-2 text-right">{isMixed ? "mixed" : "one phase"}</td>
        </tr>
      ))}
    </ScrolledTable>
  );
}
